// SPDX-License-Identifier: Apache-2.0
// CUDA has a header of this name. Here, cuda_runtime.h has everything that it declares.
#pragma once
#include "cuda_runtime.h"
