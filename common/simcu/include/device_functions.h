// SPDX-License-Identifier: Apache-2.0
// Functions that device code calls; all of them come with cuda_runtime.h.
#pragma once
#include "cuda_runtime.h"
