// SPDX-License-Identifier: Apache-2.0
// __reduce_add_sync and its relatives (compute capability 8.0).
#include <cstdio>

__global__ void reduce_kernel(long long* out) {
  int lane = threadIdx.x;
  int s = lane - 20;
  unsigned u = 0x80000000u + lane;
  out[0] = __reduce_add_sync(0xffffffff, s);
  out[1] = __reduce_min_sync(0xffffffff, s);
  out[2] = __reduce_max_sync(0xffffffff, s);
  out[3] = __reduce_min_sync(0xffffffff, u);
  out[4] = __reduce_max_sync(0xffffffff, u);
  out[5] = __reduce_add_sync(0xffffffff, (unsigned)lane);
  out[6] = __reduce_and_sync(0xffffffff, u | 0xf0);
  out[7] = __reduce_or_sync(0xffffffff, (unsigned)lane << 3);
  out[8] = __reduce_xor_sync(0xffffffff, 1u << (lane % 31));
  if (lane < 8) {
    long long part = __reduce_add_sync(0xff, lane);
    if (lane == 7) out[9] = part;
  }
}

int main() {
  long long *d, h[10];
  cudaMalloc(&d, sizeof h);
  reduce_kernel<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (long long v : h) printf("%lld ", v);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  return 0;
}
