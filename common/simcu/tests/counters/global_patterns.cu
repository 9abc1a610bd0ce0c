// SPDX-License-Identifier: Apache-2.0
// Requests and sectors of loads and stores in global memory.
#include <cstdint>

#include "patterns.h"

__global__ void copy_kernel(const unsigned* in, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

__global__ void strided_kernel(const unsigned* in, unsigned* out, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i * stride];
}

__global__ void misaligned_kernel(const unsigned* in, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i + 1];
}

__global__ void gather_kernel(const unsigned* in, const int* from, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[from[i]];
}

__global__ void scatter_kernel(const unsigned* in, const int* to, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[to[i]] = in[i];
}

__global__ void copy_bytes_kernel(const std::uint8_t* in, std::uint8_t* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

__global__ void copy_doubles_kernel(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * 2;
}

__global__ void strided_doubles_kernel(const double* in, double* out, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i * stride];
}

__global__ void copy_uint4_kernel(const uint4* in, uint4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

// The vector's members are used one by one, so compilers split the access.
__global__ void change_uint4_kernel(const uint4* in, uint4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint4 v = in[i];
  v.x += 1;
  v.y ^= v.x;
  v.z += v.y;
  v.w ^= v.z;
  out[i] = v;
}

__global__ void strided_uint4_kernel(const uint4* in, uint4* out, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i * stride];
}

// Two loads of neighbours are two requests, not one vector load.
__global__ void pair_sums_kernel(const unsigned* in, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[2 * i] + in[2 * i + 1];
}

__global__ void one_address_kernel(const unsigned* in, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i / 32];
}

__global__ void one_address_uint4_kernel(const uint4* in, uint4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i / 32];
}

__global__ void reversed_kernel(const unsigned* in, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[n - 1 - i];
}

__global__ void rows_kernel(const unsigned* in, unsigned* out, int n, int length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned sum = 0;
  for (int k = 0; k < length; ++k) sum += in[i * length + k];
  out[i] = sum;
}

// A grid-stride loop, whose last iteration does not use all threads.
__global__ void grid_stride_kernel(const unsigned* in, unsigned* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i] + 1;
}

struct triple {
  float x, y, z;
};
__global__ void triples_kernel(const triple* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i].x + in[i].y * in[i].z;
}

int main() {
  constexpr int n = 1 << 13, blocks = n / kThreads;
  std::vector<int> permutation(n);
  unsigned random = 7;
  for (int i = 0; i < n; ++i) permutation[i] = i;
  for (int i = n - 1; i > 0; --i) std::swap(permutation[i], permutation[next_random(random) % (i + 1)]);
  const int* d_permutation = on_device(permutation);
  auto* d_in = device_array<unsigned>(n * 32 + 4);
  auto* d_out = device_array<unsigned>(n * 32 + 4);
  auto *in4 = reinterpret_cast<uint4*>(d_in), *out4 = reinterpret_cast<uint4*>(d_out);
  auto *in8 = reinterpret_cast<double*>(d_in), *out8 = reinterpret_cast<double*>(d_out);

  LAUNCH("coalesced", copy_kernel<<<blocks, kThreads>>>(d_in, d_out, n));
  LAUNCH("coalesced, last block partial", copy_kernel<<<blocks, kThreads>>>(d_in, d_out, n - 77));
  LAUNCH("stride 2", strided_kernel<<<blocks, kThreads>>>(d_in, d_out, n, 2));
  LAUNCH("stride 8", strided_kernel<<<blocks, kThreads>>>(d_in, d_out, n, 8));
  LAUNCH("stride 32", strided_kernel<<<blocks, kThreads>>>(d_in, d_out, n, 32));
  LAUNCH("misaligned by one element", misaligned_kernel<<<blocks, kThreads>>>(d_in, d_out, n));
  LAUNCH("random gather", gather_kernel<<<blocks, kThreads>>>(d_in, d_permutation, d_out, n));
  LAUNCH("random scatter", scatter_kernel<<<blocks, kThreads>>>(d_in, d_permutation, d_out, n));
  LAUNCH("bytes", copy_bytes_kernel<<<blocks, kThreads>>>(reinterpret_cast<std::uint8_t*>(d_in),
                                                          reinterpret_cast<std::uint8_t*>(d_out), n));
  LAUNCH("doubles", copy_doubles_kernel<<<blocks, kThreads>>>(in8, out8, n));
  LAUNCH("doubles, stride 3", strided_doubles_kernel<<<blocks, kThreads>>>(in8, out8, n, 3));
  LAUNCH("uint4", copy_uint4_kernel<<<blocks, kThreads>>>(in4, out4, n));
  LAUNCH("uint4, parts changed", change_uint4_kernel<<<blocks, kThreads>>>(in4, out4, n));
  LAUNCH("uint4, stride 4", strided_uint4_kernel<<<blocks, kThreads>>>(in4, out4, n, 4));
  LAUNCH("sums of pairs", pair_sums_kernel<<<blocks, kThreads>>>(d_in, d_out, n));
  LAUNCH("one address per warp", one_address_kernel<<<blocks, kThreads>>>(d_in, d_out, n));
  LAUNCH("one address per warp, uint4", one_address_uint4_kernel<<<blocks, kThreads>>>(in4, out4, n));
  LAUNCH("reversed", reversed_kernel<<<blocks, kThreads>>>(d_in, d_out, n));
  LAUNCH("a row per thread", rows_kernel<<<blocks, kThreads>>>(d_in, d_out, n, 9));
  LAUNCH("grid stride", grid_stride_kernel<<<7, kThreads>>>(d_in, d_out, n - 5));
  LAUNCH("triples", triples_kernel<<<blocks, kThreads>>>(reinterpret_cast<triple*>(d_in),
                                                         reinterpret_cast<float*>(d_out), n));
  CHECK(cudaDeviceSynchronize());
}
