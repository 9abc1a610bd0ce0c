// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Several arrays in one declaration, each used within its bounds; pointers and two dimensions among them.
#include <cstdio>

__global__ void shared_next_array_apart_kernel(const int* in, int* out) {
  __shared__ int s_a[64], s_b[4][16], *s_pointer;
  const int t = threadIdx.x;
  s_a[t] = in[t];
  s_b[t / 16][t % 16] = t;
  if (t == 0) s_pointer = s_a;
  __syncthreads();
  out[t] = s_pointer[63 - t] + s_b[3 - t / 16][15 - t % 16];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  shared_next_array_apart_kernel<<<1, 64>>>(d_data, d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("done\n");
  return failed;
}
