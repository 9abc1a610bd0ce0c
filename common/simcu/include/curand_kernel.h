// SPDX-License-Identifier: Apache-2.0
// cuRAND in kernels: XORWOW, Philox4x32-10 and MRG32k3a, with cuRAND's numbers.
#pragma once
#include "curand.h"
#include "simcu/curand/distributions.h"
