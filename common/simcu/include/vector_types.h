// SPDX-License-Identifier: Apache-2.0
// CUDA's vector types.
#pragma once
#include "simcu/vector_types.h"
