// SPDX-License-Identifier: Apache-2.0
// Part of CUDA's headers; cuda_runtime.h includes everything in it.
#pragma once
#include "cuda_runtime.h"
