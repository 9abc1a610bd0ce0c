// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Decoupled look-back with state and sum in one 64-bit word: no fence is needed.
#include <cstdio>

using packed = unsigned long long;
__global__ void lookback_packed_kernel(packed* state) {
  __shared__ unsigned s_before;
  const unsigned own = blockIdx.x + 1;
  if (threadIdx.x == 0) {
    atomicExch(&state[blockIdx.x], packed{blockIdx.x == 0 ? 2u : 1u} << 32 | own);
    unsigned before = 0;
    for (int block = static_cast<int>(blockIdx.x) - 1; block >= 0;) {
      const packed seen = *static_cast<volatile packed*>(&state[block]);
      if (seen >> 32 == 0) continue;
      before += static_cast<unsigned>(seen);
      if (seen >> 32 == 2) break;
      --block;
    }
    atomicExch(&state[blockIdx.x], packed{2} << 32 | (before + own));
    s_before = before;
  }
  __syncthreads();
  if (threadIdx.x == 1) state[32 + blockIdx.x] = s_before;
}

int main() {
  constexpr int kCount = 64;
  unsigned long long* d_data;
  cudaMalloc(&d_data, kCount * sizeof *d_data);
  cudaMemset(d_data, 0, kCount * sizeof *d_data);
  lookback_packed_kernel<<<8, 32>>>(d_data);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static unsigned long long h_data[kCount];
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const unsigned char& b : reinterpret_cast<unsigned char(&)[sizeof h_data]>(h_data)) sum = sum * 31 + b;
  cudaFree(d_data);
  std::printf("%u\n", sum);
  return failed;
}
