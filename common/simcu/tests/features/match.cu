// SPDX-License-Identifier: Apache-2.0
// __match_any_sync and __match_all_sync for integers and floating point numbers.
#include <cstdio>

__global__ void match_kernel(unsigned* any, unsigned* all, int* same) {
  int lane = threadIdx.x;
  any[lane] = __match_any_sync(0xffffffff, lane / 5);
  any[32 + lane] = __match_any_sync(0xffffffff, (unsigned long long)(lane % 3) << 40);
  any[64 + lane] = __match_any_sync(0xffffffff, (lane & 8) ? 1.5f : -1.5f);
  any[96 + lane] = __match_any_sync(0xffffffff, (double)(lane == 7));
  int p = -1;
  all[lane] = __match_all_sync(0xffffffff, 42, &p);
  same[lane] = p;
  all[32 + lane] = __match_all_sync(0xffffffff, lane == 9 ? 1 : 0, &p);
  same[32 + lane] = p;
  if (lane < 10) {
    all[64 + lane] = __match_all_sync(0x3ff, 2.5, &p);
    same[64 + lane] = p;
  }
}

int main() {
  unsigned *d_any, *d_all, any[128], all[96];
  int *d_same, same[96];
  cudaMalloc(&d_any, sizeof any);
  cudaMalloc(&d_all, sizeof all);
  cudaMalloc(&d_same, sizeof same);
  match_kernel<<<1, 32>>>(d_any, d_all, d_same);
  cudaMemcpy(any, d_any, sizeof any, cudaMemcpyDeviceToHost);
  cudaMemcpy(all, d_all, sizeof all, cudaMemcpyDeviceToHost);
  cudaMemcpy(same, d_same, sizeof same, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 128; ++i) printf("%08x%c", any[i], i % 32 == 31 ? '\n' : ' ');
  printf("%08x %d %08x %d %08x %d\n", all[0], same[0], all[40], same[40], all[70], same[70]);
  return 0;
}
