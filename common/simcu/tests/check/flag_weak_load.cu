// expect: race global-cross-block at 12 14
// may: race global-cross-block at 10 17
// SPDX-License-Identifier: Apache-2.0
// The flag is read past the first cache, by a load that is weak all the same: compiled by nvcc 13 the same
// loop around cub::ThreadLoad<LOAD_CG> waits for nothing.
#include <cstdio>

__global__ void flag_weak_load_kernel(int* data) {
  if (blockIdx.x == 1) {
    data[0] = 42;
    __threadfence();
    *(volatile int*)&data[1] = 1;
  } else {
    while (__ldcg(&data[1]) == 0) {
    }
    __threadfence();
    data[2] = data[0];
  }
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  flag_weak_load_kernel<<<2, 1>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  cudaFree(d_data);
  std::printf("%d\n", h_data[2]);
  return failed;
}
