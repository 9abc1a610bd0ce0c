// expect: race shared at 14 13
// SPDX-License-Identifier: Apache-2.0
// A scan in place writes what others of the same step still read.
#include <cstdio>

__global__ void shared_scan_in_place_kernel(int* out) {
  __shared__ int s_scan[2][64];
  int from = 0;
  s_scan[0][threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int step = 1; step < 64; step *= 2) {
    int value = s_scan[from][threadIdx.x];
    if (threadIdx.x >= step) value += s_scan[from][threadIdx.x - step];
    s_scan[from][threadIdx.x] = value;
    from = 0;
    __syncthreads();
  }
  out[threadIdx.x] = s_scan[from][threadIdx.x];
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  shared_scan_in_place_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
