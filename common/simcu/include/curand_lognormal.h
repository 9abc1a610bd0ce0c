// SPDX-License-Identifier: Apache-2.0
// Part of cuRAND for kernels.
#pragma once
#include "curand_kernel.h"
