// expect: syncwarp-absent
// says: waits names thread 3, too, which is elsewhere
// SPDX-License-Identifier: Apache-2.0
// One lane waits at the barrier of the block, the others for it at that of the warp.
#include <cstdio>

__global__ void syncwarp_absent_lane_kernel(int* out) {
  if (threadIdx.x != 3) __syncwarp();
  __syncthreads();
  out[threadIdx.x] = threadIdx.x;
}

int main() {
  constexpr int kCount = 64;
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  syncwarp_absent_lane_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
