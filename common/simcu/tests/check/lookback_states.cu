// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Decoupled look-back with partial and complete sums, packed in one 64-bit word.
#include <cstdio>

constexpr unsigned long long kPartial = 1ull << 32, kComplete = 2ull << 32;
__global__ void lookback_states_kernel(unsigned long long* states, unsigned* ticket, int* out) {
  __shared__ unsigned s_tile, s_before;
  if (threadIdx.x == 0) s_tile = atomicAdd(ticket, 1);
  __syncthreads();
  const unsigned sum = s_tile + 1;
  if (threadIdx.x == 0) {
    unsigned before = 0;
    if (s_tile > 0) {
      atomicExch(&states[s_tile], kPartial | sum);
      for (int t = static_cast<int>(s_tile) - 1; t >= 0;) {
        const unsigned long long state = atomicAdd(&states[t], 0ull);
        if (state == 0) continue;
        before += static_cast<unsigned>(state);
        if (state & kComplete) break;
        --t;
      }
    }
    atomicExch(&states[s_tile], kComplete | (before + sum));
    s_before = before;
  }
  __syncthreads();
  if (threadIdx.x < 4) out[s_tile * 4 + threadIdx.x] = s_before + sum;
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  lookback_states_kernel<<<8, 64>>>(reinterpret_cast<unsigned long long*>(d_data),
                                    reinterpret_cast<unsigned*>(d_data + 1024), d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  static int h_out[kCount];
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  for (const int value : h_out) sum = sum * 31 + static_cast<unsigned>(value);
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("%u\n", sum);
  return failed;
}
