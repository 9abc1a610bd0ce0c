// SPDX-License-Identifier: Apache-2.0
// Bitonic sorts of independent parts, each in a stream of its own with pinned memory.
#include <algorithm>

#include "helper.h"

__device__ inline void Comparator(unsigned& a, unsigned& b, unsigned dir) {
  if ((a > b) == dir) {
    unsigned t = a;
    a = b, b = t;
  }
}
__global__ void bitonicSortShared(unsigned* d, unsigned length) {
  __shared__ unsigned s_key[256];
  unsigned* p = d + blockIdx.x * length + threadIdx.x;
  s_key[threadIdx.x] = p[0];
  s_key[threadIdx.x + length / 2] = p[length / 2];
  for (unsigned size = 2; size < length; size <<= 1) {
    unsigned ddd = (threadIdx.x & (size / 2)) == 0;
    for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      Comparator(s_key[pos], s_key[pos + stride], ddd);
    }
  }
  for (unsigned stride = length / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    Comparator(s_key[pos], s_key[pos + stride], 1);
  }
  __syncthreads();
  p[0] = s_key[threadIdx.x];
  p[length / 2] = s_key[threadIdx.x + length / 2];
}

int main() {
  const int nStreams = 4, part = 256, n = nStreams * part;
  unsigned *h, *d, s = 9;
  checkCudaErrors(cudaMallocHost((void**)&h, n * sizeof(unsigned)));
  checkCudaErrors(cudaMalloc((void**)&d, n * sizeof(unsigned)));
  for (int i = 0; i < n; ++i) h[i] = nextRandom(s);
  std::vector<unsigned> want(h, h + n);
  cudaStream_t streams[nStreams];
  for (int i = 0; i < nStreams; ++i)
    checkCudaErrors(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
  for (int i = 0; i < nStreams; ++i) {
    cudaMemcpyAsync(d + i * part, h + i * part, part * 4, cudaMemcpyHostToDevice, streams[i]);
    bitonicSortShared<<<1, part / 2, 0, streams[i]>>>(d + i * part, part);
    cudaMemcpyAsync(h + i * part, d + i * part, part * 4, cudaMemcpyDeviceToHost, streams[i]);
  }
  checkCudaErrors(cudaDeviceSynchronize());
  bool ok = true;
  for (int i = 0; i < nStreams; ++i) {
    std::sort(want.begin() + i * part, want.begin() + (i + 1) * part);
    checkCudaErrors(cudaStreamDestroy(streams[i]));
  }
  for (int i = 0; i < n; ++i) ok = ok && h[i] == want[i];
  cudaFreeHost(h);
  cudaFree(d);
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
