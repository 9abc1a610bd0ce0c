// SPDX-License-Identifier: Apache-2.0
// Transposes pitched memory through a padded tile, eight rows a thread block at a time.
#include "helper.h"

const int TILE_DIM = 32;
const int BLOCK_ROWS = 8;

__global__ void transposeNoBankConflicts(char* odata, size_t opitch, const char* idata, size_t ipitch, int w,
                                         int h) {
  __shared__ float tile[TILE_DIM][TILE_DIM + 1];
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < w && y + j < h)
      tile[threadIdx.y + j][threadIdx.x] = ((const float*)(idata + (y + j) * ipitch))[x];
  __syncthreads();
  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < h && y + j < w) ((float*)(odata + (y + j) * opitch))[x] = tile[threadIdx.x][threadIdx.y + j];
}

int main() {
  const int w = 70, h = 45;
  std::vector<float> in(w * h), out(w * h);
  for (int i = 0; i < w * h; ++i) in[i] = i;
  char *d_in, *d_out;
  size_t ipitch, opitch;
  checkCudaErrors(cudaMallocPitch(&d_in, &ipitch, w * sizeof(float), h));
  checkCudaErrors(cudaMallocPitch(&d_out, &opitch, h * sizeof(float), w));
  checkCudaErrors(cudaMemcpy2D(d_in, ipitch, in.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice));
  dim3 dimGrid(divUp(w, TILE_DIM), divUp(h, TILE_DIM), 1), dimBlock(TILE_DIM, BLOCK_ROWS, 1);
  transposeNoBankConflicts<<<dimGrid, dimBlock>>>(d_out, opitch, d_in, ipitch, w, h);
  checkCudaErrors(cudaMemcpy2D(out.data(), h * 4, d_out, opitch, h * 4, w, cudaMemcpyDeviceToHost));
  cudaFree(d_in);
  cudaFree(d_out);
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x)
      if (out[x * h + y] != in[y * w + x]) return EXIT_FAILURE;
  return EXIT_SUCCESS;
}
