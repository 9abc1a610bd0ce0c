// SPDX-License-Identifier: Apache-2.0
// Kogge-Stone and Brent-Kung scans of segments, and the three phases that join them.
#include "helper.h"

#define SECTION_SIZE 128

__global__ void Kogge_Stone_scan_kernel(float* X, float* Y, unsigned int N) {
  __shared__ float buffer_s[2][SECTION_SIZE];
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  int in = 0, out = 1;
  buffer_s[in][threadIdx.x] = i < N ? X[i] : 0.0f;
  for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    buffer_s[out][threadIdx.x] =
        buffer_s[in][threadIdx.x] + (threadIdx.x >= stride ? buffer_s[in][threadIdx.x - stride] : 0.0f);
    int swap = in;
    in = out, out = swap;
  }
  if (i < N) Y[i] = buffer_s[in][threadIdx.x];
}

__global__ void Brent_Kung_scan_kernel(float* X, float* Y, float* sums, unsigned int N) {
  __shared__ float XY[SECTION_SIZE];
  unsigned int i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
  XY[threadIdx.x] = i < N ? X[i] : 0.0f;
  XY[threadIdx.x + blockDim.x] = i + blockDim.x < N ? X[i + blockDim.x] : 0.0f;
  for (unsigned int stride = 1; stride <= blockDim.x; stride *= 2) {
    __syncthreads();
    unsigned int index = (threadIdx.x + 1) * 2 * stride - 1;
    if (index < SECTION_SIZE) XY[index] += XY[index - stride];
  }
  for (int stride = SECTION_SIZE / 4; stride > 0; stride /= 2) {
    __syncthreads();
    unsigned int index = (threadIdx.x + 1) * stride * 2 - 1;
    if (index + stride < SECTION_SIZE) XY[index + stride] += XY[index];
  }
  __syncthreads();
  if (i < N) Y[i] = XY[threadIdx.x];
  if (i + blockDim.x < N) Y[i + blockDim.x] = XY[threadIdx.x + blockDim.x];
  if (sums && threadIdx.x == 0) sums[blockIdx.x] = XY[SECTION_SIZE - 1];
}

__global__ void add_sums(float* Y, const float* sums, unsigned int N) {
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x > 0 && i < N) Y[i] += sums[blockIdx.x - 1];
}

int main() {
  const int n = 3000, blocks = divUp(n, SECTION_SIZE);
  std::vector<float> in(n);
  for (int i = 0; i < n; ++i) in[i] = i % 9;
  DeviceArray<float> X(in), Y(n), sums(blocks), scanned(blocks);
  Brent_Kung_scan_kernel<<<blocks, SECTION_SIZE / 2>>>(X.data, Y.data, sums.data, n);
  Kogge_Stone_scan_kernel<<<1, SECTION_SIZE>>>(sums.data, scanned.data, blocks);
  add_sums<<<blocks, SECTION_SIZE>>>(Y.data, scanned.data, n);
  std::vector<float> out = Y.get();
  float want = 0;
  for (int i = 0; i < n; ++i)
    if (out[i] != (want += in[i])) return EXIT_FAILURE;
  return EXIT_SUCCESS;
}
