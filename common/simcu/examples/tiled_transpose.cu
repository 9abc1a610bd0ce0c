// SPDX-License-Identifier: Apache-2.0
// Transposes a matrix directly in global memory, and through unpadded and padded tiles in shared memory.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "check.h"

constexpr int kTile = 32;
constexpr int kRowsPerBlock = 8;  // each thread moves kTile / kRowsPerBlock elements

__global__ void naive_transpose_kernel(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * kTile + threadIdx.x;
  const int y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRowsPerBlock) {
    if (x < width && y + j < height) out[x * height + y + j] = in[(y + j) * width + x];
  }
}

template <int kPadding>
__global__ void tiled_transpose_kernel(float* out, const float* in, int width, int height) {
  __shared__ float tile[kTile][kTile + kPadding];

  int x = blockIdx.x * kTile + threadIdx.x;
  int y = blockIdx.y * kTile + threadIdx.y;
#pragma unroll
  for (int j = 0; j < kTile; j += kRowsPerBlock) {
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  }
  __syncthreads();

  x = blockIdx.y * kTile +
      threadIdx.x;  // blocks swap places but threads don't, so both accesses are coalesced
  y = blockIdx.x * kTile + threadIdx.y;
#pragma unroll
  for (int j = 0; j < kTile; j += kRowsPerBlock) {
    if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
  }
}

static int count_wrong(const std::vector<float>& out, const std::vector<float>& in, int width, int height) {
  int wrong = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) wrong += out[x * height + y] != in[y * width + x];
  }
  return wrong;
}

int main() {
  const int width = 300, height = 173;
  const std::size_t bytes = sizeof(float) * width * height;
  std::vector<float> h_in(width * height), h_out(width * height);
  for (int i = 0; i < width * height; ++i) h_in[i] = static_cast<float>(i);

  float *d_in = nullptr, *d_out = nullptr;
  CHECK(cudaMalloc((void**)&d_in, bytes));
  CHECK(cudaMalloc((void**)&d_out, bytes));
  CHECK(cudaMemcpy(d_in, h_in.data(), bytes, cudaMemcpyHostToDevice));

  const dim3 block(kTile, kRowsPerBlock);
  const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile, 1);
  std::printf("matrix %d x %d, grid %u x %u, block %u x %u\n", height, width, grid.x, grid.y, block.x,
              block.y);

  int wrong = 0;
  const char* names[] = {"naive", "tiled, bank conflicts", "tiled, padded"};
  for (int version = 0; version < 3; ++version) {
    CHECK(cudaMemset(d_out, 0xff, bytes));
    switch (version) {
      case 0:
        naive_transpose_kernel<<<grid, block>>>(d_out, d_in, width, height);
        break;
      case 1:
        tiled_transpose_kernel<0><<<grid, block>>>(d_out, d_in, width, height);
        break;
      case 2:
        tiled_transpose_kernel<1><<<grid, block>>>(d_out, d_in, width, height);
        break;
    }
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(h_out.data(), d_out, bytes, cudaMemcpyDeviceToHost));
    const int wrong_here = count_wrong(h_out, h_in, width, height);
    std::printf("%s: %d wrong\n", names[version], wrong_here);
    wrong += wrong_here;
  }

  CHECK(cudaFree(d_in));
  CHECK(cudaFree(d_out));
  std::printf("tiled_transpose: %s\n", wrong == 0 ? "PASSED" : "FAILED");
  return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
