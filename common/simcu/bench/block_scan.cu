// SPDX-License-Identifier: Apache-2.0
// Scans 2^20 elements in blocks of 256 (Hillis-Steele, in shared memory), with 17 barriers per thread.
#include <cuda_runtime.h>

#include <vector>

#include "measure.h"

constexpr int kBlock = 256;
constexpr int kElements = 1 << 20;

__global__ void block_scan_kernel(const unsigned* in, unsigned* out) {
  __shared__ unsigned s_data[kBlock];
  const unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
  s_data[tid] = in[i];
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    unsigned other = 0;
    if (tid >= step) other = s_data[tid - step];
    __syncthreads();
    s_data[tid] += other;
    __syncthreads();
  }
  out[i] = s_data[tid];
}

int main() {
  std::vector<unsigned> h_in(kElements), h_out(kElements);
  for (int i = 0; i < kElements; ++i) h_in[i] = i % 1000;
  unsigned *d_in, *d_out;
  check(cudaMalloc(&d_in, kElements * sizeof(unsigned)));
  check(cudaMalloc(&d_out, kElements * sizeof(unsigned)));
  check(cudaMemcpy(d_in, h_in.data(), kElements * sizeof(unsigned), cudaMemcpyHostToDevice));
  const double seconds = shortest(5, [&] { block_scan_kernel<<<kElements / kBlock, kBlock>>>(d_in, d_out); });
  check(cudaMemcpy(h_out.data(), d_out, kElements * sizeof(unsigned), cudaMemcpyDeviceToHost));
  bool right = true;
  for (int i = 0; i < kElements; ++i) right = right && h_out[i] == h_in[i] + (i % kBlock ? h_out[i - 1] : 0);
  require(right, "block_scan");
  std::printf("seconds %.9f\n", seconds);
}
