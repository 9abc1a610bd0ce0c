// SPDX-License-Identifier: Apache-2.0
// CUDA 13's device attributes (cudaDeviceGetAttribute), with the same names and numbers.
#pragma once

enum cudaDeviceAttr {
#define SIMCU_ATTRIBUTE(name, number, value) cudaDevAttr##name = number,
#include "simcu/attribute_table.h"
#undef SIMCU_ATTRIBUTE
  cudaDevAttrMax = 148
};
