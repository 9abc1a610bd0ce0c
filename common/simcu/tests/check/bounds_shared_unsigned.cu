// expect: out-of-bounds shared at 9
// SPDX-License-Identifier: Apache-2.0
// Before the first shared array, with an unsigned index: 2^32 elements further on.
#include <cstdio>
__global__ void bounds_shared_unsigned_kernel(int* out, unsigned back) {
  __shared__ int s_keys[64];
  s_keys[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = s_keys[threadIdx.x - back];
}

int main() {
  int* d_out;
  cudaMalloc(&d_out, 64 * sizeof *d_out);
  bounds_shared_unsigned_kernel<<<1, 64>>>(d_out, 1);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_out);
  std::printf("%s\n", failed ? "failed" : "done");
  return failed;
}
