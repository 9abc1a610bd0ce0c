// SPDX-License-Identifier: Apache-2.0
// Tiled matrix product of odd sizes, by a template of the tile, timed with events.
#include "helper.h"

template <int TILE_WIDTH>
__global__ void matrixMul(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C,
                          int m, int k, int n) {
  __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
  __shared__ float Nds[TILE_WIDTH][TILE_WIDTH + 1];
  int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int row = by * TILE_WIDTH + ty, col = bx * TILE_WIDTH + tx;
  float Pvalue = 0;
#pragma unroll 2
  for (int ph = 0; ph < (k + TILE_WIDTH - 1) / TILE_WIDTH; ++ph) {
    Mds[ty][tx] = row < m && ph * TILE_WIDTH + tx < k ? A[row * k + ph * TILE_WIDTH + tx] : 0.0f;
    Nds[ty][tx] = col < n && ph * TILE_WIDTH + ty < k ? B[(ph * TILE_WIDTH + ty) * n + col] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < TILE_WIDTH; ++i) Pvalue += Mds[ty][i] * Nds[i][tx];
    __syncthreads();
  }
  if (row < m && col < n) C[row * n + col] = Pvalue;
}

int main() {
  const int m = 37, k = 50, n = 29;
  std::vector<float> a(m * k), b(k * n);
  for (int i = 0; i < m * k; ++i) a[i] = i % 7 - 3;
  for (int i = 0; i < k * n; ++i) b[i] = i % 5 - 2;
  DeviceArray<float> dA(a), dB(b), dC(m * n);
  cudaEvent_t start, stop;
  checkCudaErrors(cudaEventCreate(&start));
  checkCudaErrors(cudaEventCreate(&stop));
  checkCudaErrors(cudaEventRecord(start, 0));
  dim3 threads(16, 16), grid((n + threads.x - 1) / threads.x, (m + threads.y - 1) / threads.y);
  matrixMul<16><<<grid, threads>>>(dA.data, dB.data, dC.data, m, k, n);
  getLastCudaError("matrixMul");
  checkCudaErrors(cudaEventRecord(stop, 0));
  checkCudaErrors(cudaEventSynchronize(stop));
  float msecTotal = -1.0f;
  checkCudaErrors(cudaEventElapsedTime(&msecTotal, start, stop));
  std::vector<float> c = dC.get();
  bool ok = msecTotal >= 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float want = 0;
      for (int x = 0; x < k; ++x) want += a[i * k + x] * b[x * n + j];
      ok = ok && c[i * n + j] == want;
    }
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
