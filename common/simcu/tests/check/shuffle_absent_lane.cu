// expect: syncwarp-absent
// says: waits names thread 7, too, which is elsewhere
// SPDX-License-Identifier: Apache-2.0
// A shuffle names a lane that never comes.
#include <cstdio>

__global__ void shuffle_absent_lane_kernel(int* out) {
  int value = threadIdx.x;
  if (threadIdx.x % 32 != 7) value = __shfl_sync(0xffffffff, value, 0);
  __syncthreads();
  if (value < 0) out[0] = 1;
  out[threadIdx.x] = threadIdx.x;
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  shuffle_absent_lane_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
