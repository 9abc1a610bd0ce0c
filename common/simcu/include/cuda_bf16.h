// SPDX-License-Identifier: Apache-2.0
// bfloat16 (a float's upper half): conversions, arithmetic and comparisons, each rounded to nearest even as
// on a GPU.
#pragma once
#include "simcu/small_float.h"
#include "simcu/small_float_conversions.h"
#include "simcu/small_float_functions.h"

struct __nv_bfloat16_raw {
  unsigned short x;
};
struct __nv_bfloat16 : simcu::small_float<__nv_bfloat16, __nv_bfloat16_raw, 8, 7> {
  using small_float::small_float;
};
struct alignas(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  __nv_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) : x(a), y(b) {}
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

SIMCU_SMALL_FLOAT_OPERATORS(__nv_bfloat16, __nv_bfloat162)
SIMCU_SMALL_FLOAT_FUNCTIONS(__nv_bfloat16, __nv_bfloat162)
SIMCU_SMALL_FLOAT_CONVERSIONS(__nv_bfloat16, __nv_bfloat162, bfloat16)
