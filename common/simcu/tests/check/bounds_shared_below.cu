// expect: out-of-bounds shared at 9
// SPDX-License-Identifier: Apache-2.0
// Before the first shared array, with a signed index.
#include <cstdio>
__global__ void bounds_shared_below_kernel(int* out, int back) {
  __shared__ int s_keys[64];
  s_keys[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = s_keys[static_cast<int>(threadIdx.x) - back];
}

int main() {
  int* d_out;
  cudaMalloc(&d_out, 64 * sizeof *d_out);
  bounds_shared_below_kernel<<<1, 64>>>(d_out, 1);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_out);
  std::printf("%s\n", failed ? "failed" : "done");
  return failed;
}
