// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A stencil with a halo in shared memory, from one array to another.
#include <cstdio>

__global__ void stencil_halo_kernel(const int* in, int* out) {
  __shared__ int s_tile[64 + 2];
  const int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  const int l = threadIdx.x + 1;
  s_tile[l] = in[i];
  if (threadIdx.x == 0) s_tile[0] = i > 0 ? in[i - 1] : 0;
  if (threadIdx.x == blockDim.x - 1) s_tile[l + 1] = i + 1 < n ? in[i + 1] : 0;
  __syncthreads();
  out[i] = s_tile[l - 1] + s_tile[l] + s_tile[l + 1] + i;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  stencil_halo_kernel<<<4, 64>>>(d_data, d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_out[kCount];
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const int value : h_out) sum = sum * 31 + static_cast<unsigned>(value);
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("%u\n", sum);
  return failed;
}
