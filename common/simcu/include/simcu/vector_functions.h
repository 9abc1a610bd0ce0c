// SPDX-License-Identifier: Apache-2.0
// make_char1 … make_double4: build a vector from its components.
#pragma once
#include "simcu/vector_types.h"

#define SIMCU_MAKE_1_TO_3(type, name)                                 \
  constexpr name##1 make_##name##1(type x) { return {x}; }            \
  constexpr name##2 make_##name##2(type x, type y) { return {x, y}; } \
  constexpr name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }
#define SIMCU_MAKE_4(type, name) \
  constexpr name make_##name(type x, type y, type z, type w) { return {x, y, z, w}; }

SIMCU_MAKE_1_TO_3(signed char, char)
SIMCU_MAKE_1_TO_3(unsigned char, uchar)
SIMCU_MAKE_1_TO_3(short, short)
SIMCU_MAKE_1_TO_3(unsigned short, ushort)
SIMCU_MAKE_1_TO_3(int, int)
SIMCU_MAKE_1_TO_3(unsigned int, uint)
SIMCU_MAKE_1_TO_3(long, long)
SIMCU_MAKE_1_TO_3(unsigned long, ulong)
SIMCU_MAKE_1_TO_3(long long, longlong)
SIMCU_MAKE_1_TO_3(unsigned long long, ulonglong)
SIMCU_MAKE_1_TO_3(float, float)
SIMCU_MAKE_1_TO_3(double, double)
SIMCU_MAKE_4(signed char, char4)
SIMCU_MAKE_4(unsigned char, uchar4)
SIMCU_MAKE_4(short, short4)
SIMCU_MAKE_4(unsigned short, ushort4)
SIMCU_MAKE_4(int, int4)
SIMCU_MAKE_4(unsigned int, uint4)
SIMCU_MAKE_4(long, long4)
SIMCU_MAKE_4(long, long4_16a)
SIMCU_MAKE_4(long, long4_32a)
SIMCU_MAKE_4(unsigned long, ulong4)
SIMCU_MAKE_4(unsigned long, ulong4_16a)
SIMCU_MAKE_4(unsigned long, ulong4_32a)
SIMCU_MAKE_4(long long, longlong4)
SIMCU_MAKE_4(long long, longlong4_16a)
SIMCU_MAKE_4(long long, longlong4_32a)
SIMCU_MAKE_4(unsigned long long, ulonglong4)
SIMCU_MAKE_4(unsigned long long, ulonglong4_16a)
SIMCU_MAKE_4(unsigned long long, ulonglong4_32a)
SIMCU_MAKE_4(float, float4)
SIMCU_MAKE_4(double, double4)
SIMCU_MAKE_4(double, double4_16a)
SIMCU_MAKE_4(double, double4_32a)

#undef SIMCU_MAKE_1_TO_3
#undef SIMCU_MAKE_4
