// SPDX-License-Identifier: Apache-2.0
// Functions that device code calls. cuda_runtime.h includes all of them.
#pragma once
#include "cuda_runtime.h"
