// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Local arrays belong to one thread, also behind pointers.
#include <cstdio>

__device__ void sort(int* values, int count) {
  for (int i = 1; i < count; ++i)
    for (int k = i; k > 0 && values[k] < values[k - 1]; --k) {
      const int t = values[k];
      values[k] = values[k - 1];
      values[k - 1] = t;
    }
}
__global__ void local_arrays_kernel(int* out) {
  int values[16];
  for (int i = 0; i < 16; ++i) values[i] = (threadIdx.x * 7 + i * 5) % 16;
  __syncthreads();
  sort(values, 16);
  out[threadIdx.x] = values[3];
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  local_arrays_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
