// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Four counters that many threads add to, read as one vector after a barrier, while another thread writes
// elsewhere.
#include <cstdio>

__global__ void wide_read_after_atomics_kernel(unsigned* out) {
  __shared__ __align__(16) unsigned s_counts[64];
  s_counts[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s_counts[threadIdx.x % 4], 1u);
  __syncthreads();
  if (threadIdx.x == 0) {
    const uint4 c = *reinterpret_cast<const uint4*>(s_counts);
    out[0] = c.x + c.y + c.z + c.w;
  } else if (threadIdx.x >= 4) {
    s_counts[threadIdx.x] = threadIdx.x;
  }
  __syncthreads();
  out[threadIdx.x + 1] = s_counts[threadIdx.x];
}

int main() {
  constexpr int kCount = 65;
  unsigned* d_out;
  cudaMalloc(&d_out, kCount * sizeof *d_out);
  wide_read_after_atomics_kernel<<<1, 64>>>(d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static unsigned h_out[kCount];
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned v : h_out) sum = sum * 31 + v;
  cudaFree(d_out);
  std::printf("%u\n", sum);
  return failed;
}
