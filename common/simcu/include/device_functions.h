// SPDX-License-Identifier: Apache-2.0
// Functions that device code calls.
#pragma once
#include "cuda_runtime.h"
