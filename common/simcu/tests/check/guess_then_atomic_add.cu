// expect: race global-cross-block at 12 13
// may: race global-cross-block at 13 12
// may: race global-same-block at 12 13
// may: race global-same-block at 13 12
// expect: race global-cross-block at 18 19
// may: race global-cross-block at 19 18
// SPDX-License-Identifier: Apache-2.0
// Adding atomically is no compare-and-swap: what was read before it is more than a guess.
#include <cstdio>

__global__ void guess_then_atomic_add_kernel(float* sum, float* out) {
  const float before = *sum;
  atomicAdd(sum, 1.0f);
  out[blockIdx.x * blockDim.x + threadIdx.x] = before;
}

__global__ void smaller_kernel(int* least, int* out) {
  const int before = *least;
  atomicMin(least, -static_cast<int>(blockIdx.x));
  out[blockIdx.x] = before;
}

int main() {
  constexpr int kCount = 128;
  float *d_sum, *d_out;
  cudaMalloc(&d_sum, sizeof(float));
  cudaMalloc(&d_out, kCount * sizeof(float));
  cudaMemset(d_sum, 0, sizeof(float));
  guess_then_atomic_add_kernel<<<2, 64>>>(d_sum, d_out);
  cudaMemset(d_sum, 0, sizeof(float));
  smaller_kernel<<<4, 1>>>(reinterpret_cast<int*>(d_sum), reinterpret_cast<int*>(d_out));
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_sum);
  cudaFree(d_out);
  std::printf("done\n");
  return failed;
}
