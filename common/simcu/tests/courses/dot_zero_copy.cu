// SPDX-License-Identifier: Apache-2.0
// A dot product over mapped host memory, with what the device says it can.
#include "helper.h"

#define imin(a, b) (a < b ? a : b)
const int N = 3 * 1024, threadsPerBlock = 128,
          blocksPerGrid = imin(8, (N + threadsPerBlock - 1) / threadsPerBlock);

__global__ void dot(int size, const float* a, const float* b, float* c) {
  __shared__ float cache[threadsPerBlock];
  int tid = threadIdx.x + blockIdx.x * blockDim.x, cacheIndex = threadIdx.x;
  float temp = 0;
  while (tid < size) {
    temp += a[tid] * b[tid];
    tid += blockDim.x * gridDim.x;
  }
  cache[cacheIndex] = temp;
  __syncthreads();
  int i = blockDim.x / 2;
  while (i != 0) {
    if (cacheIndex < i) cache[cacheIndex] += cache[cacheIndex + i];
    __syncthreads();
    i /= 2;
  }
  if (cacheIndex == 0) c[blockIdx.x] = cache[0];
}
int main(void) {
  cudaDeviceProp prop;
  int whichDevice;
  checkCudaErrors(cudaGetDevice(&whichDevice));
  checkCudaErrors(cudaGetDeviceProperties(&prop, whichDevice));
  if (prop.canMapHostMemory != 1) return EXIT_FAILURE;
  checkCudaErrors(cudaSetDeviceFlags(cudaDeviceMapHost));
  float *a, *b, *partial_c, *dev_a, *dev_b, *dev_partial_c;
  checkCudaErrors(
      cudaHostAlloc((void**)&a, N * sizeof(float), cudaHostAllocWriteCombined | cudaHostAllocMapped));
  checkCudaErrors(
      cudaHostAlloc((void**)&b, N * sizeof(float), cudaHostAllocWriteCombined | cudaHostAllocMapped));
  checkCudaErrors(cudaHostAlloc((void**)&partial_c, blocksPerGrid * sizeof(float), cudaHostAllocMapped));
  double want = 0, c = 0;
  for (int i = 0; i < N; i++) {
    a[i] = i % 8, b[i] = i % 4;
    want += a[i] * b[i];
  }
  checkCudaErrors(cudaHostGetDevicePointer((void**)&dev_a, a, 0));
  checkCudaErrors(cudaHostGetDevicePointer((void**)&dev_b, b, 0));
  checkCudaErrors(cudaHostGetDevicePointer((void**)&dev_partial_c, partial_c, 0));
  dot<<<blocksPerGrid, threadsPerBlock>>>(N, dev_a, dev_b, dev_partial_c);
  checkCudaErrors(cudaDeviceSynchronize());
  for (int i = 0; i < blocksPerGrid; i++) c += partial_c[i];
  cudaFreeHost(a);
  cudaFreeHost(b);
  cudaFreeHost(partial_c);
  return c == want ? EXIT_SUCCESS : EXIT_FAILURE;
}
