// SPDX-License-Identifier: Apache-2.0
// Exists because CUDA has a header of this name; cuda_runtime.h declares everything in it.
#pragma once
#include "cuda_runtime.h"
