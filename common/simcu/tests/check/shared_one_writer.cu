// expect: clean
// SPDX-License-Identifier: Apache-2.0
// One thread writes a variable that all read behind a barrier.
#include <cstdio>

__global__ void shared_one_writer_kernel(int* out) {
  __shared__ int s_value;
  if (threadIdx.x == 40) s_value = 7;
  __syncthreads();
  out[threadIdx.x] = s_value;
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  shared_one_writer_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
