// SPDX-License-Identifier: Apache-2.0
// CUDA has a header of this name. Here, cuda_runtime.h declares everything in it.
#pragma once
#include "cuda_runtime.h"
