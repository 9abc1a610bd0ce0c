// SPDX-License-Identifier: Apache-2.0
// Occupancy queries: what holds on every device. Kernels so small that registers never limit them.
#include <cstdio>

__global__ void small_kernel(int* p) { *p = 1; }
__global__ void shared_kernel(int* p) {
  __shared__ int s[1024];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  *p = s[0];
}
template <class T>
__global__ void template_kernel(T* p) {
  *p = T(1);
}
__global__ void __launch_bounds__(256) bounded_kernel(int* p) { *p = 2; }

int blocks_of(int threads, size_t shared) {
  int blocks = -1;
  cudaError_t e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, small_kernel, threads, shared);
  return e == cudaSuccess ? blocks : -(int)e;
}

int main() {
  int per_sm = 0, most_blocks = 0;
  cudaDeviceGetAttribute(&per_sm, cudaDevAttrMaxThreadsPerMultiProcessor, 0);
  cudaDeviceGetAttribute(&most_blocks, cudaDevAttrMaxBlocksPerMultiprocessor, 0);
  for (int threads : {128, 256, 512, 1024})
    printf("%d %d\n", threads, blocks_of(threads, 0) * threads == per_sm);
  printf("%d\n", blocks_of(32, 0) == most_blocks);
  printf("%d\n", blocks_of(33, 0) <= most_blocks && blocks_of(33, 0) * 64 <= per_sm);
  printf("%d %d\n", blocks_of(128, 48 * 1024) > 0, blocks_of(128, 49 * 1024));
  int grid = 0, block = 0;
  printf("%s\n", cudaGetErrorName(cudaOccupancyMaxPotentialBlockSize(&grid, &block, small_kernel, 0, 0)));
  printf("%d %d\n", block, grid > 0);
  printf("%s\n",
         cudaGetErrorName(cudaOccupancyMaxPotentialBlockSize(&grid, &block, template_kernel<float>, 0, 256)));
  printf("%d\n", block);
  printf("%s\n", cudaGetErrorName(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded_kernel, 0, 0)));
  printf("%d %d\n", block <= 256, block % 32);
  int *d, h = 0;
  cudaMalloc(&d, sizeof(int));
  shared_kernel<<<1, 1024>>>(d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFuncAttributes a;
  printf("%s\n", cudaGetErrorName(cudaFuncGetAttributes(&a, shared_kernel)));
  printf("%d %d %d\n", (int)a.sharedSizeBytes, a.maxThreadsPerBlock, a.numRegs > 0);
  printf("%s\n", cudaGetErrorName(cudaFuncSetCacheConfig(small_kernel, cudaFuncCachePreferL1)));
  printf("%s\n", cudaGetErrorName(
                     cudaFuncSetAttribute(small_kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 50)));
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  return 0;
}
