// SPDX-License-Identifier: Apache-2.0
// threadIdx, blockIdx, blockDim, gridDim and warpSize in three dimensions; every thread runs exactly once.
#include <cstdio>

__global__ void count_kernel(unsigned* hits, unsigned* wrong) {
  unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  atomicAdd(&hits[block * threads + thread], 1u);
  if (threadIdx.x >= blockDim.x || blockIdx.z >= gridDim.z || warpSize != 32) atomicAdd(wrong, 1u);
}

int main() {
  const dim3 grids[] = {dim3(1), dim3(7), dim3(3, 5), dim3(2, 3, 4)};
  const dim3 blocks[] = {dim3(1), dim3(33), dim3(16, 8), dim3(4, 4, 64), dim3(1024)};
  for (dim3 grid : grids) {
    for (dim3 block : blocks) {
      unsigned n = grid.x * grid.y * grid.z * block.x * block.y * block.z;
      unsigned* d_hits;
      unsigned* d_wrong;
      cudaMalloc(&d_hits, n * sizeof(unsigned));
      cudaMalloc(&d_wrong, sizeof(unsigned));
      cudaMemset(d_hits, 0, n * sizeof(unsigned));
      cudaMemset(d_wrong, 0, sizeof(unsigned));
      count_kernel<<<grid, block>>>(d_hits, d_wrong);
      unsigned* h_hits = new unsigned[n];
      unsigned wrong = 0;
      cudaMemcpy(h_hits, d_hits, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
      cudaMemcpy(&wrong, d_wrong, sizeof wrong, cudaMemcpyDeviceToHost);
      unsigned once = 0;
      for (unsigned i = 0; i < n; ++i) once += h_hits[i] == 1;
      printf("%u of %u once, %u wrong%c", once, n, wrong, block.x == 1024 ? '\n' : ' ');
      delete[] h_hits;
      cudaFree(d_hits);
      cudaFree(d_wrong);
    }
  }
  return 0;
}
