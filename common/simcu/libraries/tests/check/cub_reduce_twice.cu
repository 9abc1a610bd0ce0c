// expect: clean
// SPDX-License-Identifier: Apache-2.0
// One storage of CUB for two reductions, with a barrier between them.
#include <cstdio>
#include <cub/block/block_reduce.cuh>

__global__ void cub_reduce_twice_kernel(int* out) {
  using reduce = cub::BlockReduce<int, 64>;
  __shared__ reduce::TempStorage s_temp;
  const int all = reduce(s_temp).Sum(threadIdx.x);
  __syncthreads();
  const int even = reduce(s_temp).Sum(threadIdx.x % 2 ? 0 : threadIdx.x);
  if (threadIdx.x == 0) out[0] = all - even;
}

int main() {
  int *d_out, h_out = 0;
  cudaMalloc(&d_out, sizeof h_out);
  cub_reduce_twice_kernel<<<1, 64>>>(d_out);
  const bool failed = cudaMemcpy(&h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost) != cudaSuccess;
  cudaFree(d_out);
  std::printf("%d\n", h_out);
  return failed;
}
