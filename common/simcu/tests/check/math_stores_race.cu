// expect: race shared at 13 14
// SPDX-License-Identifier: Apache-2.0
// What a function of mathematics stores by a pointer is read by another thread, without a barrier.
#include <cmath>
#include <cstdio>

__global__ void math_stores_race_kernel(float* out) {
  __shared__ float s_sines[64];
  const int i = threadIdx.x;
  float cosine;
  s_sines[i] = 0;
  __syncthreads();
  sincosf(0.1f * i, &s_sines[i], &cosine);
  out[i] = s_sines[(i + 32) % 64] + cosine;
}

int main() {
  constexpr int kCount = 64;
  float* d_out;
  cudaMalloc(&d_out, kCount * sizeof *d_out);
  math_stores_race_kernel<<<1, kCount>>>(d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_out);
  std::printf("%d\n", failed);
  return failed;
}
