// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Scan of a block by shuffles and the sums of its warps.
#include <cstdio>

__global__ void shuffle_scan_kernel(const int* in, int* out) {
  __shared__ int s_sums[8];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int value = in[threadIdx.x] + threadIdx.x;
  for (int step = 1; step < 32; step *= 2) {
    const int other = __shfl_up_sync(0xffffffff, value, step);
    if (lane >= step) value += other;
  }
  if (lane == 31) s_sums[warp] = value;
  __syncthreads();
  if (warp == 0 && lane < 8) {
    int sum = s_sums[lane];
    for (int step = 1; step < 8; step *= 2) {
      const int other = __shfl_up_sync(0xff, sum, step);
      if (lane >= step) sum += other;
    }
    s_sums[lane] = sum;
  }
  __syncthreads();
  out[threadIdx.x] = value + (warp > 0 ? s_sums[warp - 1] : 0);
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  shuffle_scan_kernel<<<1, 256>>>(d_data, d_out);
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
