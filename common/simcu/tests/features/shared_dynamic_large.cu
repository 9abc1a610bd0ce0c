// SPDX-License-Identifier: Apache-2.0
// More than 48 KiB of dynamic shared memory, with and without cudaFuncSetAttribute.
#include <cstdio>

__global__ void fill_kernel(int* out, int n) {
  extern __shared__ int s_data[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) s_data[i] = i ^ 1;
  __syncthreads();
  int sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += s_data[n - 1 - i] & 1;
  atomicAdd(out, sum);
}

int main() {
  int* d;
  cudaMalloc(&d, sizeof(int));
  const int n = 40000 / 4, large = 90000 / 4;
  cudaMemset(d, 0, sizeof(int));
  fill_kernel<<<1, 128, n * sizeof(int)>>>(d, n);
  int h = -1;
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s %d\n", cudaGetErrorName(cudaGetLastError()), h);

  fill_kernel<<<1, 128, large * sizeof(int)>>>(d, large);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));

  printf("%s\n", cudaGetErrorName(cudaFuncSetAttribute(
                     fill_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, large * 4)));
  cudaMemset(d, 0, sizeof(int));
  fill_kernel<<<1, 128, large * sizeof(int)>>>(d, large);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s %d\n", cudaGetErrorName(cudaGetLastError()), h);
  return 0;
}
