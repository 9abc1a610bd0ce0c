// SPDX-License-Identifier: Apache-2.0
// A part of CUDA's headers. cuda_runtime.h includes all of it.
#pragma once
#include "cuda_runtime.h"
