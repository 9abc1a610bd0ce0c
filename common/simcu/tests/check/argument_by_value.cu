// expect: race shared at 25 20
// SPDX-License-Identifier: Apache-2.0
// A scan of pairs, which a function takes by value from shared memory: the next round writes there too early.
#include <cstdio>

namespace {
struct segment_sum {
  int starts, sum;
};
__device__ segment_sum combined(segment_sum left, segment_sum right) {
  return {left.starts | right.starts, right.starts ? right.sum : left.sum + right.sum};
}
}  // namespace

__global__ void argument_by_value_kernel(const int* d_in, int* d_out) {
  __shared__ segment_sum s_parts[64];
  segment_sum carry = {0, 0};
  for (int round = 0; round < 2; ++round) {
    const segment_sum mine = {threadIdx.x % 8 == 0, d_in[threadIdx.x]};
    s_parts[threadIdx.x] = mine;
    __syncthreads();
    segment_sum before = carry;
    carry = {0, 0};
    for (int i = 0; i < 64; ++i) {
      carry = combined(carry, s_parts[i]);
      if (i <= static_cast<int>(threadIdx.x)) before = combined(before, carry);
    }
    d_out[threadIdx.x] = before.sum;
  }
}

int main() {
  int *d_in, *d_out;
  cudaMalloc(&d_in, 256);
  cudaMalloc(&d_out, 256);
  cudaMemset(d_in, 0, 256);
  argument_by_value_kernel<<<1, 64>>>(d_in, d_out);
  cudaDeviceSynchronize();
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
