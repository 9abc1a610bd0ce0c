// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Pinned memory comes and goes, and other host memory after it; what was registered stays the program's.
#include <cstdio>
#include <cstdlib>

__global__ void pinned_in_turn_kernel(int* d_data) { d_data[threadIdx.x] += 1; }

int main() {
  int *d_data, sum = 0;
  cudaMalloc(&d_data, 256);
  cudaMemset(d_data, 0, 256);
  for (int round = 0; round < 4; ++round) {
    int *h_pinned, *h_own = static_cast<int*>(std::malloc(256));
    cudaMallocHost(&h_pinned, 256);
    pinned_in_turn_kernel<<<1, 64>>>(d_data);
    cudaMemcpyAsync(h_pinned, d_data, 256, cudaMemcpyDeviceToHost, nullptr);
    cudaDeviceSynchronize();
    sum += h_pinned[3];
    cudaFreeHost(h_pinned);
    cudaHostRegister(h_own, 256, cudaHostRegisterDefault);
    cudaMemcpyAsync(h_own, d_data, 256, cudaMemcpyDeviceToHost, nullptr);
    cudaDeviceSynchronize();
    cudaHostUnregister(h_own);
    cudaMemcpy(h_own, d_data, 256, cudaMemcpyDeviceToHost);
    sum += h_own[3];
    std::free(h_own);
    int* const h_large = static_cast<int*>(std::malloc(1 << 20));
    cudaMemcpy(h_large, d_data, 256, cudaMemcpyDeviceToHost);
    sum += h_large[3];
    std::free(h_large);
  }
  std::printf("%d\n", sum);
  cudaFree(d_data);
  return 0;
}
