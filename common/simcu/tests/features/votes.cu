// SPDX-License-Identifier: Apache-2.0
// __ballot_sync, __any_sync, __all_sync, __activemask, __syncwarp; whole and partial warps.
#include <cstdio>

__global__ void votes_kernel(unsigned* out) {
  unsigned lane = threadIdx.x % 32;
  unsigned odd = __ballot_sync(0xffffffff, lane & 1);
  unsigned first = __ballot_sync(0xffffffff, lane < 5);
  int any = __any_sync(0xffffffff, lane == 31);
  int no = __any_sync(0xffffffff, lane == 32);
  int all = __all_sync(0xffffffff, lane < 32);
  int not_all = __all_sync(0xffffffff, lane != 3);
  if (threadIdx.x == 33) {
    out[0] = odd;
    out[1] = first;
    out[2] = any;
    out[3] = no;
    out[4] = all;
    out[5] = not_all;
  }
}

__global__ void branches_kernel(unsigned* out) {
  unsigned lane = threadIdx.x;
  if (lane < 12) {
    unsigned b = __ballot_sync(0x00000fff, lane % 4 == 0);
    if (lane == 3) out[0] = b;
  } else {
    unsigned b = __ballot_sync(0xfffff000, lane % 4 == 0);
    if (lane == 30) out[1] = b;
  }
  __syncwarp();
  unsigned mask = __ballot_sync(0xffffffff, lane < 20);
  if (lane < 20) {
    int all = __all_sync(mask, lane < 20);
    if (lane == 0) out[2] = all;
  }
  if (lane == 0) out[3] = mask;
}

__global__ void active_kernel(unsigned* out) {
  unsigned whole = __activemask();
  if (threadIdx.x == 0) out[0] = whole;
  if (threadIdx.x == 32) out[1] = whole;
}

__global__ void exchange_kernel(int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x * 2;
  __syncwarp();
  int v = s[31 - threadIdx.x];
  __syncwarp(0xffffffff);
  s[threadIdx.x] = v + 1;
  __syncwarp();
  out[threadIdx.x] = s[(threadIdx.x + 1) % 32];
}

int main() {
  unsigned *d, h[32];
  cudaMalloc(&d, sizeof h);
  votes_kernel<<<1, 64>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%08x %08x %d %d %d %d\n", h[0], h[1], h[2], h[3], h[4], h[5]);
  branches_kernel<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%08x %08x %d %08x\n", h[0], h[1], h[2], h[3]);
  active_kernel<<<1, 40>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%08x %08x\n", h[0], h[1]);
  exchange_kernel<<<1, 32>>>((int*)d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; ++i) printf("%d ", (int)h[i]);
  printf("\n%s\n", cudaGetErrorName(cudaGetLastError()));
  return 0;
}
