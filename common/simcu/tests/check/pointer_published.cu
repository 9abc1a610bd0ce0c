// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A block publishes the address of a record behind a fence; another one follows it.
#include <cstdio>

__global__ void pointer_published_kernel(int* data, unsigned long long* slot, int* out) {
  if (blockIdx.x == 0) {
    data[5] = 17;
    __threadfence();
    atomicExch(slot, reinterpret_cast<unsigned long long>(data + 5));
  } else {
    unsigned long long address;
    do address = atomicAdd(slot, 0ull);
    while (address == 0);
    __threadfence();
    out[0] = *reinterpret_cast<int*>(address);
  }
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  pointer_published_kernel<<<2, 1>>>(d_data, reinterpret_cast<unsigned long long*>(d_data + 64), d_out);
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
