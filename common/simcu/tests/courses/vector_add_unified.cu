// SPDX-License-Identifier: Apache-2.0
// Unified memory, prefetch, a grid-stride loop.
#include <math.h>

#include "helper.h"

__global__ void add(int n, float* x, float* y) {
  int index = threadIdx.x + blockIdx.x * blockDim.x;
  int stride = blockDim.x * gridDim.x;
  for (int i = index; i < n; i += stride) y[i] = x[i] + y[i];
}

int main(void) {
  int N = 1 << 14;
  float *x, *y;
  checkCudaErrors(cudaMallocManaged(&x, N * sizeof(float)));
  checkCudaErrors(cudaMallocManaged(&y, N * sizeof(float)));
  for (int i = 0; i < N; i++) {
    x[i] = 1.0f;
    y[i] = 2.0f;
  }
  int device = -1, blockSize = 256;
  cudaGetDevice(&device);
  add<<<(N + blockSize - 1) / blockSize / 4, blockSize>>>(N, x, y);
  checkCudaErrors(cudaDeviceSynchronize());
  float maxError = 0.0f;
  for (int i = 0; i < N; i++) maxError = fmax(maxError, fabs(y[i] - 3.0f));
  cudaFree(x);
  cudaFree(y);
  return maxError == 0.0f && device == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
