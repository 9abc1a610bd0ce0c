// SPDX-License-Identifier: Apache-2.0
// Reads of uninitialised memory, and misaligned accesses.
#include "cases.h"

// expect: misaligned at a
__global__ void misaligned_double_kernel(int* data) { *reinterpret_cast<double*>(data + 1) = 1; }  // a
CASE(misaligned_double) { misaligned_double_kernel<<<1, 1>>>(zeros<int>(4096)); }

// expect: misaligned at a
// gap: clang splits the copy of a structure into aligned parts
// A float4 is at an address that is only a multiple of 4.
__global__ void misaligned_float4_kernel(float* data) {
  if (threadIdx.x == 0) *reinterpret_cast<float4*>(data + 1) = make_float4(1, 2, 3, 4);  // a
}
CASE(misaligned_float4) { misaligned_float4_kernel<<<1, 64>>>(zeros<float>(64)); }

// expect: misaligned at a
__global__ void misaligned_int_kernel(char* data) {
  if (threadIdx.x == 0) *reinterpret_cast<int*>(data + 2) = 1;  // a
}
CASE(misaligned_int) { misaligned_int_kernel<<<1, 64>>>(zeros<char>(64)); }

// expect: misaligned at a
// gap: clang splits the copy of a structure into aligned parts before they are seen
__global__ void misaligned_int4_of_int_kernel(const int* in, int* out) {
  const int4 v = *reinterpret_cast<const int4*>(in + 1);  // a
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
CASE(misaligned_int4_of_int) { misaligned_int4_of_int_kernel<<<1, 1>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: misaligned at a
__global__ void misaligned_shared_kernel(int* out) {
  __shared__ alignas(8) char s_bytes[64];
  s_bytes[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) out[0] = *reinterpret_cast<short*>(s_bytes + 3);  // a
}
CASE(misaligned_shared) { misaligned_shared_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: uninitialised-read global at a
// Only part of the array is cleared, because the size is the number of elements instead of bytes.
__global__ void set_in_part_kernel(int* bins) { atomicAdd(&bins[threadIdx.x], 1); }  // a
CASE(set_in_part) {
  int* const d_bins = unset<int>(64);
  cudaMemset(d_bins, 0, 64);
  set_in_part_kernel<<<1, 64>>>(d_bins);
}

// expect: uninitialised-read global at a
__global__ void uninitialised_global_kernel(int* data) {
  if (threadIdx.x == 0) data[1] = data[0];  // a
}
CASE(uninitialised_global) { uninitialised_global_kernel<<<1, 64>>>(unset<int>(64)); }

// expect: uninitialised-read global at a
__global__ void uninitialised_part_kernel(float* data) {
  if (threadIdx.x < 3) data[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) reinterpret_cast<float4*>(data)[1] = reinterpret_cast<float4*>(data)[0];  // a
}
CASE(uninitialised_part) { uninitialised_part_kernel<<<1, 64>>>(unset<float>(64)); }

// expect: uninitialised-read global at a
// A kernel reads memory that was copied from uninitialised memory on the device.
__global__ void uninitialised_passed_on_kernel(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x] + 1;  // a
}
CASE(uninitialised_passed_on) {
  int* const d_a = unset<int>(64);
  int* const d_b = unset<int>(64);
  cudaMemcpy(d_b, d_a, 256, cudaMemcpyDeviceToDevice);
  uninitialised_passed_on_kernel<<<1, 64>>>(d_b, d_a);
}

// expect: uninitialised-read shared at a
__global__ void uninitialised_shared_kernel(int* out) {
  __shared__ int s_sum;
  if (threadIdx.x == 0) s_sum += 1;  // a
  __syncthreads();
  if (threadIdx.x == 0) out[0] = s_sum;
}
CASE(uninitialised_shared) { uninitialised_shared_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: uninitialised-read shared at a
// The input does not fill a tile, and the rest of the tile is read.
__global__ void uninitialised_shared_tail_kernel(int* out, int count) {
  __shared__ int s_tile[64];
  if (threadIdx.x < count) s_tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s_tile[63 - threadIdx.x];  // a
}
CASE(uninitialised_shared_tail) { uninitialised_shared_tail_kernel<<<1, 64>>>(zeros<int>(64), 60); }

// expect: uninitialised-read global at a
// An accumulator was not set to zero.
__global__ void uninitialised_sum_kernel(int* data) {
  if (threadIdx.x == 0) atomicAdd(data, 1);  // a
}
CASE(uninitialised_sum) { uninitialised_sum_kernel<<<1, 64>>>(unset<int>(64)); }

// expect: clean
// Many threads add to four counters, which are read as one vector after a barrier, while another thread
// writes elsewhere.
__global__ void wide_read_after_atomics_kernel(unsigned* out) {
  __shared__ __align__(16) unsigned s_counts[64];
  s_counts[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s_counts[threadIdx.x % 4], 1u);
  __syncthreads();
  if (threadIdx.x == 0) {
    const uint4 c = *reinterpret_cast<const uint4*>(s_counts);
    out[0] = c.x + c.y + c.z + c.w;
  } else if (threadIdx.x >= 4) {
    s_counts[threadIdx.x] = threadIdx.x;
  }
  __syncthreads();
  out[threadIdx.x + 1] = s_counts[threadIdx.x];
}
CASE(wide_read_after_atomics) { wide_read_after_atomics_kernel<<<1, 64>>>(unset<unsigned>(65, true)); }
