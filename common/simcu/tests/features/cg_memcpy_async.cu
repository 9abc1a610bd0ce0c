// SPDX-License-Identifier: Apache-2.0
// cg::memcpy_async into shared memory and cg::wait.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include <cstdio>
namespace cg = cooperative_groups;

__global__ void blocks_kernel(const int* in, int* out) {
  __shared__ int s_data[256];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s_data, in + blockIdx.x * 256, sizeof(int) * 256);
  cg::wait(block);
  for (int i = threadIdx.x; i < 256; i += blockDim.x) out[blockIdx.x * 256 + i] = s_data[255 - i];
}

__global__ void elements_kernel(const float4* in, float* out) {
  __shared__ float4 s_data[32];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  cg::memcpy_async(tile, s_data, 32, in, 20);
  cg::wait(tile);
  if (threadIdx.x < 20) out[threadIdx.x] = s_data[threadIdx.x].x + s_data[threadIdx.x].w;
}

int main() {
  int h[512];
  for (int i = 0; i < 512; ++i) h[i] = i;
  int *d_in, *d_out;
  cudaMalloc(&d_in, sizeof h);
  cudaMalloc(&d_out, sizeof h);
  cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
  blocks_kernel<<<2, 96>>>(d_in, d_out);
  cudaMemcpy(h, d_out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", h[0], h[255], h[256], h[511]);
  float f[128];
  for (int i = 0; i < 128; ++i) f[i] = i;
  cudaMemcpy(d_in, f, sizeof f, cudaMemcpyHostToDevice);
  elements_kernel<<<1, 32>>>((float4*)d_in, (float*)d_out);
  cudaMemcpy(f, d_out, 20 * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %g %s\n", f[0], f[19], cudaGetErrorName(cudaGetLastError()));
  return 0;
}
