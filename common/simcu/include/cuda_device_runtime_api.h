// SPDX-License-Identifier: Apache-2.0
// Kept for programs that name it; kernels that launch kernels are not supported.
#pragma once
#include "cuda_runtime.h"
