// SPDX-License-Identifier: Apache-2.0
// A part of CUDA's headers; all of it comes with cuda_runtime.h.
#pragma once
#include "cuda_runtime.h"
