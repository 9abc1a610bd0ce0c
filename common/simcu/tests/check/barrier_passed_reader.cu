// expect: barrier-passed at 13 15
// expect: race shared at 12 15
// may: race shared at 15 12
// SPDX-License-Identifier: Apache-2.0
// Some threads skip the barrier, and read what the others write before it: that is reported first.
#include <cstdio>

__global__ void barrier_passed_reader_kernel(int* out, int n) {
  __shared__ int s_value[64];
  const int t = threadIdx.x;
  if (t < n) {
    s_value[t] = t;
    __syncthreads();
  }
  out[t] = t < n ? s_value[t] : s_value[63 - t];
}

int main() {
  constexpr int kCount = 64;
  int* d_out;
  cudaMalloc(&d_out, kCount * sizeof(int));
  barrier_passed_reader_kernel<<<1, kCount>>>(d_out, 40);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_out);
  std::printf("done\n");
  return failed;
}
