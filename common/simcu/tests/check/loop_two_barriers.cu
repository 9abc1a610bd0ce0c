// expect: clean
// SPDX-License-Identifier: Apache-2.0
// The same, also with a barrier at the end of the loop.
#include <cstdio>

__global__ void loop_two_barriers_kernel(const int* in, int* out) {
  __shared__ int s_tile[64];
  const int t = threadIdx.x;
  int sum = 0;
  for (int pass = 0; pass < 4; ++pass) {
    s_tile[t] = in[pass * 64 + t];
    __syncthreads();
    sum += s_tile[63 - t];
    __syncthreads();
  }
  out[t] = sum;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  loop_two_barriers_kernel<<<1, 64>>>(d_data, d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("done\n");
  return failed;
}
