// expect: race global-cross-launch at 6 8
// SPDX-License-Identifier: Apache-2.0
// The default stream waits for other streams, but not for those that do not block.
#include <cstdio>

__global__ void write_kernel(int* data) { data[threadIdx.x] = threadIdx.x; }
__global__ void streams_default_non_blocking_kernel(const int* data, int* out) {
  out[threadIdx.x] = data[threadIdx.x];
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  cudaStream_t a;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  write_kernel<<<1, 64, 0, a>>>(d_data);
  streams_default_non_blocking_kernel<<<1, 64>>>(d_data, d_out);
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
