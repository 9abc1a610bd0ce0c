// SPDX-License-Identifier: Apache-2.0
// Kernels that launch kernels in streams of their own: what one of them launches is there when the host has
// waited.
#include <cstdio>

__global__ void add(int* data, int first, int last, int value) {
  for (int i = first + threadIdx.x; i < last; i += blockDim.x) data[i] += value;
}

__global__ void halves(int* data, int n, int depth) {
  if (threadIdx.x != 0) return;
  cudaStream_t left, right;
  cudaStreamCreateWithFlags(&left, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&right, cudaStreamNonBlocking);
  add<<<1, 32, 0, left>>>(data, 0, n / 2, depth);
  add<<<1, 32, 0, right>>>(data, n / 2, n, 10 * depth);
  if (depth < 3) halves<<<1, 32, 0, left>>>(data, n / 2, depth + 1);
  if (cudaGetLastError() != cudaSuccess) printf("a launch failed\n");
  cudaStreamDestroy(left);
  cudaStreamDestroy(right);
}

int main() {
  int* data;
  cudaMallocManaged(&data, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) data[i] = 0;
  halves<<<1, 32>>>(data, 64, 1);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  for (int i = 0; i < 64; i += 8) std::printf("%d ", data[i]);
  std::printf("\n");
  cudaFree(data);
  return 0;
}
