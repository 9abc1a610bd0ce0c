// SPDX-License-Identifier: Apache-2.0
// Kept for programs that name it; all of it comes with cuda_runtime.h.
#pragma once
#include "cuda_runtime.h"
