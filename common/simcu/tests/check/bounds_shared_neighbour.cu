// expect: out-of-bounds shared at 11
// SPDX-License-Identifier: Apache-2.0
// Past the end of one shared array, where the next one may lie.
#include <cstdio>

__global__ void bounds_shared_neighbour_kernel(int* out, int count) {
  __shared__ int s_first[16];
  __shared__ int s_second[16];
  if (threadIdx.x < 16) s_second[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x < count) s_first[threadIdx.x] = 2;
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = s_first[threadIdx.x] + s_second[threadIdx.x];
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  bounds_shared_neighbour_kernel<<<1, 64>>>(d_data, 17);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
