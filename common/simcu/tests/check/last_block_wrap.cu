// expect: clean
// SPDX-License-Identifier: Apache-2.0
// The counter of the last block goes back to zero by itself: atomicInc wraps, so a second launch works.
#include <cstdio>

__device__ unsigned blocks_done = 0;
__global__ void last_block_wrap_kernel(const int* data, int* parts, int* out) {
  __shared__ int s_sum;
  __shared__ bool s_last;
  if (threadIdx.x == 0) s_sum = 0;
  __syncthreads();
  atomicAdd(&s_sum, data[blockIdx.x * blockDim.x + threadIdx.x] + 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = s_sum;
    __threadfence();
    s_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!s_last) return;
  __threadfence();
  int sum = 0;
  for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x) sum += parts[b];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffff, sum, step);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  for (int i = 0; i < 2; ++i) last_block_wrap_kernel<<<8, 64>>>(d_data, d_data + 2048, d_out);
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
