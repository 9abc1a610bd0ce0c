// SPDX-License-Identifier: Apache-2.0
// A seven-point stencil that goes through planes, with thread coarsening and registers.
#include "helper.h"

#define OUT_TILE_DIM 6
#define IN_TILE_DIM (OUT_TILE_DIM + 2)
#define N 20

__global__ void stencil(const float* in, float* out) {
  int iStart = blockIdx.z * OUT_TILE_DIM;
  int j = blockIdx.y * OUT_TILE_DIM + threadIdx.y - 1;
  int k = blockIdx.x * OUT_TILE_DIM + threadIdx.x - 1;
  bool inside = j >= 0 && j < N && k >= 0 && k < N;
  float inPrev = 0, inNext = 0;
  __shared__ float inCurr_s[IN_TILE_DIM][IN_TILE_DIM];
  if (iStart - 1 >= 0 && inside) inPrev = in[(iStart - 1) * N * N + j * N + k];
  inCurr_s[threadIdx.y][threadIdx.x] = iStart < N && inside ? in[iStart * N * N + j * N + k] : 0;
  for (int i = iStart; i < iStart + OUT_TILE_DIM; ++i) {
    if (i + 1 < N && inside) inNext = in[(i + 1) * N * N + j * N + k];
    __syncthreads();
    if (i >= 1 && i < N - 1 && j >= 1 && j < N - 1 && k >= 1 && k < N - 1)
      if (threadIdx.y >= 1 && threadIdx.y < IN_TILE_DIM - 1 && threadIdx.x >= 1 &&
          threadIdx.x < IN_TILE_DIM - 1)
        out[i * N * N + j * N + k] =
            2 * inCurr_s[threadIdx.y][threadIdx.x] + inCurr_s[threadIdx.y][threadIdx.x - 1] +
            inCurr_s[threadIdx.y][threadIdx.x + 1] + inCurr_s[threadIdx.y + 1][threadIdx.x] +
            inCurr_s[threadIdx.y - 1][threadIdx.x] + inPrev + inNext;
    __syncthreads();
    inPrev = inCurr_s[threadIdx.y][threadIdx.x];
    inCurr_s[threadIdx.y][threadIdx.x] = inNext;
  }
}

int main() {
  std::vector<float> in(N * N * N);
  for (size_t i = 0; i < in.size(); ++i) in[i] = i % 13;
  DeviceArray<float> d_in(in), d_out(in.size());
  d_out.zero();
  int blocks = divUp(N, OUT_TILE_DIM);
  stencil<<<dim3(blocks, blocks, blocks), dim3(IN_TILE_DIM, IN_TILE_DIM)>>>(d_in.data, d_out.data);
  std::vector<float> out = d_out.get();
  for (int i = 1; i < N - 1; ++i)
    for (int j = 1; j < N - 1; ++j)
      for (int k = 1; k < N - 1; ++k) {
        int at = i * N * N + j * N + k;
        float want =
            2 * in[at] + in[at - 1] + in[at + 1] + in[at - N] + in[at + N] + in[at - N * N] + in[at + N * N];
        if (out[at] != want) return EXIT_FAILURE;
      }
  return EXIT_SUCCESS;
}
