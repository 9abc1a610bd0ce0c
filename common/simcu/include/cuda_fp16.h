// SPDX-License-Identifier: Apache-2.0
// Half precision (IEEE 754 binary16): conversions, arithmetic and comparisons, each rounded to nearest even
// as on a GPU.
#pragma once
#include "simcu/small_float.h"
#include "simcu/small_float_conversions.h"
#include "simcu/small_float_functions.h"

struct __half_raw {
  unsigned short x;
};
struct __half : simcu::small_float<__half, __half_raw, 5, 10> {
  using small_float::small_float;
};
struct alignas(4) __half2 {
  __half x, y;
  __half2() = default;
  __half2(__half a, __half b) : x(a), y(b) {}
};
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;

SIMCU_SMALL_FLOAT_OPERATORS(__half, __half2)
SIMCU_SMALL_FLOAT_FUNCTIONS(__half, __half2)
SIMCU_SMALL_FLOAT_CONVERSIONS(__half, __half2, half)
