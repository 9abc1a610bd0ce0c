// SPDX-License-Identifier: Apache-2.0
// A scan in place with one thread per element. Its barrier reaches only one block, so some sums
// are wrong.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

// [scan-kernel]
__global__ void scan(unsigned* d, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned step = 1; step < n; step *= 2) {
    const unsigned left = i >= step ? d[i - step] : 0;
    __syncthreads();
    d[i] += left;
    __syncthreads();
  }
}
// [scan-kernel]

int main(int argc, char** argv) {
  const unsigned blocks = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 2, n = blocks * 64;
  std::vector<unsigned> sums(n, 1);
  unsigned* d = nullptr;
  cudaMalloc(&d, n * sizeof *d);
  cudaMemcpy(d, sums.data(), n * sizeof *d, cudaMemcpyHostToDevice);
  scan<<<blocks, 64>>>(d, n);
  const cudaError_t error = cudaMemcpy(sums.data(), d, n * sizeof *d, cudaMemcpyDeviceToHost);
  unsigned wrong = 0;
  for (unsigned i = 0; i < n; ++i) wrong += sums[i] != i + 1;
  std::printf("blocks: %u, wrong sums: %u of %u (%s)\n", blocks, wrong, n, cudaGetErrorName(error));
  cudaFree(d);
  return 0;
}
