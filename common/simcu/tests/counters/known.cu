// SPDX-License-Identifier: Apache-2.0
// Kernels of one warp (unless a comment says otherwise) with counts that are computed by hand in
// counters_test.cpp.
#include <cooperative_groups.h>

#include "patterns.h"

__global__ void coalesced_kernel(const unsigned* in, unsigned* out) { out[threadIdx.x] = in[threadIdx.x]; }

__global__ void stride_8_kernel(const unsigned* in, unsigned* out) { out[threadIdx.x] = in[threadIdx.x * 8]; }

__global__ void misaligned_kernel(const unsigned* in, unsigned* out) {
  out[threadIdx.x] = in[threadIdx.x + 1];
}

__global__ void vector_kernel(const uint4* in, uint4* out) { out[threadIdx.x] = in[threadIdx.x]; }

__global__ void vector_parts_kernel(const uint4* in, uint4* out) {
  uint4 v = in[threadIdx.x];
  v.x += v.w;
  v.y ^= v.z;
  out[threadIdx.x] = v;
}

__device__ float sum_of(float4 v) { return v.x + v.y + v.z + v.w; }
__global__ void vector_argument_kernel(const float4* in, float* out) {
  out[threadIdx.x] = sum_of(in[threadIdx.x]);
}

__global__ void neighbours_kernel(const unsigned* in, unsigned* out) {
  out[threadIdx.x] = in[2 * threadIdx.x] + in[2 * threadIdx.x + 1];
}

struct triple {
  float x, y, z;
};
__global__ void triples_kernel(const triple* in, triple* out) {
  const triple t = in[threadIdx.x];
  out[threadIdx.x] = {t.z, t.x, t.y};
}

__global__ void square_kernel(const unsigned* in, unsigned* out) {
  if (in[threadIdx.x] < 7) out[threadIdx.x] = in[threadIdx.x] * in[threadIdx.x];
}

__global__ void volatile_kernel(const volatile unsigned* in, unsigned* out) {
  out[threadIdx.x] = in[threadIdx.x] + in[threadIdx.x];
}

// A sliding window, which loads values again that the previous iteration has loaded.
__global__ void window_kernel(const unsigned* in, unsigned* out) {
  unsigned sum = 0;
  for (int k = 0; k < 5; ++k) sum += in[k * 32 + threadIdx.x] + in[k * 32 + 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}

__global__ void early_exit_kernel(const unsigned* in, unsigned* out) {
  if (threadIdx.x >= 20) return;
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void branches_kernel(const unsigned* in, unsigned* out) {
  unsigned v;
  if (threadIdx.x % 2)
    v = in[threadIdx.x] * 3;
  else
    v = in[threadIdx.x + 32] + 1;
  out[threadIdx.x] = v;
}

__global__ void triangle_kernel(const unsigned* in, unsigned* out) {
  unsigned sum = 0;
  for (unsigned k = 0; k <= threadIdx.x; ++k) sum += in[k * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}

// The lanes converge at the beginning of each row.
__global__ void triangles_kernel(const unsigned* in, unsigned* out) {
  unsigned sum = 0;
  for (unsigned r = 0; r < 3; ++r) {
    sum += in[r];
    for (unsigned k = 0; k < (threadIdx.x + 11 * r) % 32; ++k) sum += in[k * 32 + threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

__global__ void transpose_kernel(unsigned* out) {
  __shared__ unsigned s_tile[32][32];
  for (int r = 0; r < 32; ++r) s_tile[r][threadIdx.x] = r;
  __syncthreads();
  out[threadIdx.x] = s_tile[threadIdx.x][5];
}

__global__ void transpose_padded_kernel(unsigned* out) {
  __shared__ unsigned s_tile[32][33];
  for (int r = 0; r < 32; ++r) s_tile[r][threadIdx.x] = r;
  __syncthreads();
  out[threadIdx.x] = s_tile[threadIdx.x][5];
}

__global__ void shared_kinds_kernel(double* out) {
  __shared__ double s_values[32];
  __shared__ unsigned char s_bytes[32];
  s_values[threadIdx.x] = threadIdx.x;
  s_bytes[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s_values[31 - threadIdx.x] + s_bytes[31 - threadIdx.x];
}

__global__ void one_address_kernel(unsigned* bins, float* sum) {
  atomicAdd(&bins[0], threadIdx.x);
  atomicAdd(&bins[threadIdx.x], 1u);
  atomicAdd(sum, 1.5f);
}

__global__ void shared_atomics_kernel(unsigned* out) {
  __shared__ unsigned s_bins[32];
  s_bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s_bins[threadIdx.x % 4], 1u);
  __syncthreads();
  out[threadIdx.x] = s_bins[threadIdx.x];
}

// Blocks of 64 threads. Block b passes b + 1 barriers.
__global__ void barriers_kernel() {
  for (unsigned k = 0; k <= blockIdx.x; ++k) __syncthreads();
}

// Blocks of 40 threads, which are one and a quarter warps.
__global__ void partial_warp_kernel(const unsigned* in, unsigned* out) { out[threadIdx.x] = in[threadIdx.x]; }

__global__ void shuffles_kernel(const unsigned* in, unsigned* out) {
  unsigned v = in[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) {
    v += __shfl_down_sync(~0u, v, d);
    v += in[threadIdx.x + d];
  }
  out[threadIdx.x] = v;
}

__constant__ unsigned c_factor = 3;
__device__ unsigned d_offset[32];
__global__ void variables_kernel(unsigned* out) { out[threadIdx.x] = d_offset[threadIdx.x] * c_factor; }

// Runs with two blocks of two warps.
__global__ void grid_sync_kernel(unsigned* data) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
  cooperative_groups::this_grid().sync();
  data[i + 256] = data[(i + 64) % 128];
}

int main() {
  auto* in = device_array<unsigned>(4096);
  auto* out = device_array<unsigned>(1024);
  auto* gone = device_array<unsigned>(1000);
  CHECK(cudaFree(gone));
  auto* in4 = reinterpret_cast<uint4*>(in);
  auto* out4 = reinterpret_cast<uint4*>(out);
  coalesced_kernel<<<1, 32>>>(in, out);
  coalesced_kernel<<<1, 64>>>(in, out + 64);
  stride_8_kernel<<<1, 32>>>(in, out);
  misaligned_kernel<<<1, 32>>>(in, out);
  vector_kernel<<<1, 32>>>(in4, out4);
  vector_parts_kernel<<<1, 32>>>(in4, out4);
  vector_argument_kernel<<<1, 32>>>(reinterpret_cast<float4*>(in), reinterpret_cast<float*>(out));
  neighbours_kernel<<<1, 32>>>(in, out);
  triples_kernel<<<1, 32>>>(reinterpret_cast<triple*>(in), reinterpret_cast<triple*>(out));
  square_kernel<<<1, 32>>>(in, out);
  volatile_kernel<<<1, 32>>>(in, out);
  window_kernel<<<1, 32>>>(in, out);
  early_exit_kernel<<<1, 32>>>(in, out);
  branches_kernel<<<1, 32>>>(in, out);
  triangle_kernel<<<1, 32>>>(in, out);
  triangles_kernel<<<1, 32>>>(in, out);
  transpose_kernel<<<1, 32>>>(out);
  transpose_padded_kernel<<<1, 32>>>(out);
  shared_kinds_kernel<<<1, 32>>>(reinterpret_cast<double*>(out));
  one_address_kernel<<<1, 32>>>(out, reinterpret_cast<float*>(in));
  shared_atomics_kernel<<<1, 32>>>(out);
  barriers_kernel<<<4, 64>>>();
  partial_warp_kernel<<<1, 40>>>(in, out);
  shuffles_kernel<<<1, 32>>>(in, out);
  variables_kernel<<<1, 32>>>(out);
  void* arguments[] = {&out};
  CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(grid_sync_kernel), dim3(2), dim3(64),
                                    arguments, 0, nullptr));
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(in));
}
