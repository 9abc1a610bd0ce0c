// SPDX-License-Identifier: Apache-2.0
// Accesses that overlap only in some bytes.

#include "cases.h"

// expect: race global-same-block at a b
// may: race global-same-block at b b
// may: race global-same-block at a a
struct bits {
  unsigned low : 4, high : 4;
};
__global__ void bits_adjacent_kernel(bits* data) {
  if (threadIdx.x == 0) data->low = 3;    // a
  if (threadIdx.x == 40) data->high = 5;  // b
}
CASE(bits_adjacent) { bits_adjacent_kernel<<<1, 64>>>(zeros<bits>(512)); }

// expect: race global-cross-block at a
__global__ void bits_in_one_word_kernel(unsigned* words) { words[threadIdx.x] |= 1u << blockIdx.x; }  // a
CASE(bits_in_one_word) { bits_in_one_word_kernel<<<2, 32>>>(zeros<unsigned>(4096)); }

// expect: clean
__global__ void bits_in_one_word_atomic_kernel(unsigned* words) {
  atomicOr(&words[threadIdx.x], 1u << blockIdx.x);
}
CASE(bits_in_one_word_atomic) { bits_in_one_word_atomic_kernel<<<2, 32>>>(zeros<unsigned>(4096)); }

// expect: clean
// Different threads and blocks use neighbouring bytes, which do not overlap.
template <class T>
__global__ void adjacent_kernel(T* data) {
  const int mine = threadIdx.x * 2 + blockIdx.x;
  T value = data[mine];
  reinterpret_cast<unsigned char&>(value) += 1;
  data[mine] = value;
}
CASE(bytes_adjacent) { adjacent_kernel<<<2, 64>>>(zeros<unsigned char>(512)); }

// expect: clean
CASE(shorts_adjacent) { adjacent_kernel<<<2, 64>>>(zeros<unsigned short>(512)); }

// expect: clean
struct triple {
  unsigned char r, g, b;
};
CASE(triples_adjacent) { adjacent_kernel<<<2, 64>>>(zeros<triple>(512)); }

// expect: race global-cross-block at a b
// Blocks write one-byte flags, and another block reads two flags at once.
__global__ void bytes_in_one_word_kernel(unsigned char* flags, int* out) {
  if (blockIdx.x < 2)
    flags[blockIdx.x + 2 * threadIdx.x] = 1;  // a
  else
    out[threadIdx.x] = reinterpret_cast<short*>(flags)[threadIdx.x];  // b
}
CASE(bytes_in_one_word) { bytes_in_one_word_kernel<<<3, 32>>>(zeros<unsigned char>(4096), zeros<int>(4096)); }

// expect: clean
__global__ void bytes_shared_adjacent_kernel(unsigned char* data) {
  __shared__ unsigned char s_data[64];
  s_data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (blockIdx.x == 0) data[threadIdx.x] = s_data[63 - threadIdx.x];
}
CASE(bytes_shared_adjacent) { bytes_shared_adjacent_kernel<<<2, 64>>>(zeros<unsigned char>(512)); }

// expect: race shared at a b
__global__ void bytes_shared_race_kernel(unsigned char* data) {
  __shared__ unsigned char s_data[64];
  s_data[threadIdx.x] = 0;
  __syncthreads();
  s_data[threadIdx.x] = threadIdx.x;                    // a
  if (threadIdx.x == 50) data[blockIdx.x] = s_data[3];  // b
}
CASE(bytes_shared_race) { bytes_shared_race_kernel<<<2, 64>>>(zeros<unsigned char>(512)); }

// expect: race shared at a b
// may: uninitialised-read shared at b
// One statement that accesses three members gives one finding.
__global__ void float3_race_kernel(const float3* in, float* out) {
  __shared__ float3 s_point[64];
  const int t = threadIdx.x;
  s_point[t] = in[t];                // a
  const float3 p = s_point[63 - t];  // b
  out[t] = p.x + p.y + p.z;
}
CASE(float3_race) { float3_race_kernel<<<1, 64>>>(zeros<float3>(64), unset<float>(64)); }

// expect: race global-cross-block at a b
template <class Narrow, class Wide>
__global__ void overlap_kernel(Wide* data) {
  constexpr int kLast = sizeof(Wide) / sizeof(Narrow) - 1;
  if (blockIdx.x == 0 && threadIdx.x == 0) data[0] = Wide{7};  // a
  if (blockIdx.x == 1 && threadIdx.x == 0)
    reinterpret_cast<Narrow*>(data + 1)[0] = reinterpret_cast<Narrow*>(data)[kLast];  // b
}
CASE(overlap_16_bytes_by_4) { overlap_kernel<float><<<2, 64>>>(zeros<float4>(512)); }

// expect: race global-cross-block at a b
CASE(overlap_1_byte) { overlap_kernel<unsigned char><<<2, 64>>>(zeros<int>(512)); }

// expect: race global-cross-block at a b
CASE(overlap_2_bytes) { overlap_kernel<unsigned short><<<2, 64>>>(zeros<int>(512)); }

// expect: race global-cross-block at a b
CASE(overlap_4_bytes) { overlap_kernel<int><<<2, 64>>>(zeros<long long>(512)); }

// expect: race global-cross-block at a b
CASE(overlap_8_bytes) { overlap_kernel<long long><<<2, 64>>>(zeros<longlong2>(512)); }

// expect: clean
__global__ void overlap_neighbours_kernel(int* data) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) reinterpret_cast<int4*>(data)[0] = make_int4(1, 2, 3, 4);
    if (threadIdx.x == 1) reinterpret_cast<long long*>(data)[2] = 5;
    if (threadIdx.x == 2) reinterpret_cast<short*>(data)[12] = 6;
  } else {
    if (threadIdx.x == 0) reinterpret_cast<short*>(data)[13] = 7;
    if (threadIdx.x == 1) reinterpret_cast<char*>(data)[28] = 8;
    if (threadIdx.x == 2) reinterpret_cast<char*>(data)[29] = 9;
    if (threadIdx.x == 3) data[8] = 10;
  }
}
CASE(overlap_neighbours) { overlap_neighbours_kernel<<<2, 64>>>(zeros<int>(512)); }

// expect: race global-cross-block at a b
// One block writes a byte of an int that another block writes.
__global__ void overlap_two_bytes_write_kernel(int* data) {
  if (blockIdx.x == 0 && threadIdx.x == 0) reinterpret_cast<char*>(data)[2] = 1;  // a
  if (blockIdx.x == 1 && threadIdx.x == 0) data[0] = 2;                           // b
}
CASE(overlap_two_bytes_write) { overlap_two_bytes_write_kernel<<<2, 64>>>(zeros<int>(512)); }

// expect: race global-cross-block at a c
// expect: race global-cross-block at b c
// Two blocks write a structure's two members, and a third block copies the whole structure.
struct pair {
  int key, value;
};
__global__ void struct_halves_kernel(pair* pairs, pair* out) {
  if (blockIdx.x == 0) pairs[threadIdx.x].key = 1;             // a
  if (blockIdx.x == 1) pairs[threadIdx.x].value = 2;           // b
  if (blockIdx.x == 2) out[threadIdx.x] = pairs[threadIdx.x];  // c
}
CASE(struct_halves) { struct_halves_kernel<<<3, 32>>>(zeros<pair>(2048), zeros<pair>(2048)); }

// expect: clean
struct short_pair {
  short key, value;
};
__global__ void struct_members_kernel(short_pair* pairs) {
  if (blockIdx.x == 0)
    pairs[threadIdx.x].key = 1;
  else
    pairs[threadIdx.x].value = 2;
}
CASE(struct_members) { struct_members_kernel<<<2, 32>>>(zeros<short_pair>(4096)); }

// expect: race global-cross-block at a
// A kernel parameter is a structure of pointers. The race is in the memory that one of them points to.
struct arrays {
  const int* in;
  int* sums;
  int n;
};
__global__ void struct_of_pointers_kernel(arrays a) {
  a.sums[threadIdx.x] = a.in[threadIdx.x] + blockIdx.x;  // a
}
CASE(struct_of_pointers) {
  struct_of_pointers_kernel<<<2, 32>>>(arrays{zeros<int>(4096), zeros<int>(4096), 32});
}

// expect: race global-cross-block at a
// may: race global-same-block at a
// One block stores 16-byte vectors that overlap half of another block's vectors.
__global__ void vector_overlap_kernel(int2* data) {
  int2* const mine = data + 2 * threadIdx.x + blockIdx.x;
  mine[0] = mine[1] = make_int2(1, 1);  // a
}
CASE(vector_overlap) { vector_overlap_kernel<<<2, 1>>>(zeros<int2>(2048)); }
