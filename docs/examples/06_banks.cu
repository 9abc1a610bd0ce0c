// SPDX-License-Identifier: Apache-2.0
// Shared memory banks in lab 06. Each thread of a warp stores 16 neighbouring keys, first at places i and
// then at places i + i / 32. Then the threads of a warp read columns, each in its own row.
#include <cstdio>

#include "lab/device_buffer.h"

constexpr unsigned kItems = 16, kThreads = 256, kKeys = kItems * kThreads;

// [lab06-padding]
__global__ void store_plain_kernel(std::uint32_t* d_out) {
  __shared__ std::uint32_t s_keys[kKeys];
  for (unsigned k = 0; k < kItems; ++k) s_keys[threadIdx.x * kItems + k] = k;
  __syncthreads();
  d_out[threadIdx.x] = s_keys[threadIdx.x];
}

__global__ void store_padded_kernel(std::uint32_t* d_out) {
  __shared__ std::uint32_t s_keys[kKeys + kKeys / 32];
  for (unsigned k = 0; k < kItems; ++k) {
    const unsigned i = threadIdx.x * kItems + k;
    s_keys[i + i / 32] = k;
  }
  __syncthreads();
  d_out[threadIdx.x] = s_keys[threadIdx.x + threadIdx.x / 32];
}
// [lab06-padding]

// Thread c reads 64 keys of column c. Its rows vary with c, as they vary with the keys in a merge.
template <unsigned Columns>
__device__ void read_columns(std::uint32_t* d_out) {
  __shared__ std::uint32_t s_keys[kKeys];
  for (unsigned i = threadIdx.x; i < kKeys; i += blockDim.x) s_keys[i] = i;
  __syncthreads();
  const unsigned c = threadIdx.x, rows = kKeys / Columns;
  if (c >= Columns) return;
  std::uint32_t sum = 0;
  for (unsigned k = 0; k < 64; ++k) sum += s_keys[(k * (c * c + 1) + 7 * c) % rows * Columns + c];
  d_out[c] = sum;
}
__global__ void read_3_columns_kernel(std::uint32_t* d_out) { read_columns<3>(d_out); }
__global__ void read_16_columns_kernel(std::uint32_t* d_out) { read_columns<16>(d_out); }
__global__ void read_32_columns_kernel(std::uint32_t* d_out) { read_columns<32>(d_out); }
__global__ void read_31_columns_kernel(std::uint32_t* d_out) { read_columns<31>(d_out); }

int main() {
  lab::device_buffer<std::uint32_t> d_out(kThreads);
  store_plain_kernel<<<1, kThreads>>>(d_out.data());
  store_padded_kernel<<<1, kThreads>>>(d_out.data());
  CUDA_CHECK_LAUNCH("store_padded_kernel");
  read_3_columns_kernel<<<1, 32>>>(d_out.data());
  read_16_columns_kernel<<<1, 32>>>(d_out.data());
  read_31_columns_kernel<<<1, 32>>>(d_out.data());
  read_32_columns_kernel<<<1, 32>>>(d_out.data());
  CUDA_CHECK_LAUNCH("read_32_columns_kernel");

  std::printf("thread  banks of its 16 keys  with i + i / 32\n");
  for (unsigned t = 0; t < 5; ++t) {
    const unsigned first = t * kItems, last = first + kItems - 1;
    std::printf("%6u  %12u to %2u     %8u to %2u\n", t, first % 32, last % 32, (first + first / 32) % 32,
                (last + last / 32) % 32);
  }
  return 0;
}
