// SPDX-License-Identifier: Apache-2.0
// CUDA's vector types (char1 … double4), with CUDA's sizes and alignments, and dim3.
#pragma once
#define __VECTOR_TYPES_H__

#define SIMCU_VECTOR_1_TO_3(type, name, align2) \
  struct name##1 {                              \
    type x;                                     \
  };                                            \
  struct alignas(align2) name##2 {              \
    type x, y;                                  \
  };                                            \
  struct name##3 {                              \
    type x, y, z;                               \
  };
#define SIMCU_VECTOR_4(type, name, align4) \
  struct alignas(align4) name {            \
    type x, y, z, w;                       \
  };

SIMCU_VECTOR_1_TO_3(signed char, char, 2)
SIMCU_VECTOR_1_TO_3(unsigned char, uchar, 2)
SIMCU_VECTOR_1_TO_3(short, short, 4)
SIMCU_VECTOR_1_TO_3(unsigned short, ushort, 4)
SIMCU_VECTOR_1_TO_3(int, int, 8)
SIMCU_VECTOR_1_TO_3(unsigned int, uint, 8)
SIMCU_VECTOR_1_TO_3(long, long, 16)
SIMCU_VECTOR_1_TO_3(unsigned long, ulong, 16)
SIMCU_VECTOR_1_TO_3(long long, longlong, 16)
SIMCU_VECTOR_1_TO_3(unsigned long long, ulonglong, 16)
SIMCU_VECTOR_1_TO_3(float, float, 8)
SIMCU_VECTOR_1_TO_3(double, double, 16)

SIMCU_VECTOR_4(signed char, char4, 4)
SIMCU_VECTOR_4(unsigned char, uchar4, 4)
SIMCU_VECTOR_4(short, short4, 8)
SIMCU_VECTOR_4(unsigned short, ushort4, 8)
SIMCU_VECTOR_4(int, int4, 16)
SIMCU_VECTOR_4(unsigned int, uint4, 16)
SIMCU_VECTOR_4(long, long4, 16)
SIMCU_VECTOR_4(long, long4_16a, 16)
SIMCU_VECTOR_4(long, long4_32a, 32)
SIMCU_VECTOR_4(unsigned long, ulong4, 16)
SIMCU_VECTOR_4(unsigned long, ulong4_16a, 16)
SIMCU_VECTOR_4(unsigned long, ulong4_32a, 32)
SIMCU_VECTOR_4(long long, longlong4, 16)
SIMCU_VECTOR_4(long long, longlong4_16a, 16)
SIMCU_VECTOR_4(long long, longlong4_32a, 32)
SIMCU_VECTOR_4(unsigned long long, ulonglong4, 16)
SIMCU_VECTOR_4(unsigned long long, ulonglong4_16a, 16)
SIMCU_VECTOR_4(unsigned long long, ulonglong4_32a, 32)
SIMCU_VECTOR_4(float, float4, 16)
SIMCU_VECTOR_4(double, double4, 16)
SIMCU_VECTOR_4(double, double4_16a, 16)
SIMCU_VECTOR_4(double, double4_32a, 32)

#undef SIMCU_VECTOR_1_TO_3
#undef SIMCU_VECTOR_4

// Extents of a grid or a block; omitted ones are 1.
struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};
