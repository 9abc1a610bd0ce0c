// SPDX-License-Identifier: Apache-2.0
// Bit counts, byte permutations, funnel shifts, 24-bit and high multiplications, averages, dot products.
#include <cstdio>

const int kValues = 6;
__constant__ unsigned c_values[kValues] = {0u, 1u, 0x80000000u, 0xdeadbeefu, 0x00ff00ffu, 0xffffffffu};

__global__ void unary_kernel(int* out) {
  unsigned x = c_values[threadIdx.x];
  unsigned long long w = ((unsigned long long)x << 32) | (x ^ 0x0f0f0f0fu);
  int* row = out + threadIdx.x * 10;
  row[0] = __popc(x);
  row[1] = __popcll(w);
  row[2] = __clz(x);
  row[3] = __clzll(w);
  row[4] = __ffs(x);
  row[5] = __ffsll(w);
  row[6] = __brev(x);
  row[7] = (int)(__brevll(w) >> 32);
  row[8] = (int)__fns(x, 0, 2);
  row[9] = (int)__fns(x, 31, -1);
}

__global__ void binary_kernel(unsigned* out) {
  unsigned a = c_values[threadIdx.x], b = c_values[threadIdx.y] + 12345u;
  unsigned* row = out + (threadIdx.y * kValues + threadIdx.x) * 20;
  row[0] = __byte_perm(a, b, 0x5140);
  row[1] = __byte_perm(a, b, 0x9c3f);
  row[2] = __funnelshift_l(a, b, 7);
  row[3] = __funnelshift_r(a, b, 39);
  row[4] = __funnelshift_lc(a, b, 40);
  row[5] = __funnelshift_rc(a, b, 32);
  row[6] = __umul24(a, b);
  row[7] = __mul24((int)a, (int)b);
  row[8] = __umulhi(a, b);
  row[9] = __mulhi((int)a, (int)b);
  unsigned long long wa = ((unsigned long long)a << 32) | b, wb = ((unsigned long long)b << 32) | a;
  row[10] = (unsigned)(__umul64hi(wa, wb) >> 13);
  row[11] = (unsigned)(__mul64hi((long long)wa, (long long)wb) >> 13);
  row[12] = __sad((int)a, (int)b, 3u);
  row[13] = __usad(a, b, 3u);
  row[14] = __hadd((int)a, (int)b);
  row[15] = __rhadd((int)a, (int)b);
  row[16] = __uhadd(a, b);
  row[17] = __urhadd(a, b);
  row[18] = __dp4a((int)a, (int)b, -5);
  row[19] = __dp4a(a, b, 5u) + __dp2a_lo((int)a, (int)b, 1) + __dp2a_hi((int)a, (int)b, 1);
}

int main() {
  int *d_unary, unary[kValues * 10];
  unsigned *d_binary, binary[kValues * kValues * 20];
  cudaMalloc(&d_unary, sizeof unary);
  cudaMalloc(&d_binary, sizeof binary);
  unary_kernel<<<1, kValues>>>(d_unary);
  binary_kernel<<<1, dim3(kValues, kValues)>>>(d_binary);
  cudaMemcpy(unary, d_unary, sizeof unary, cudaMemcpyDeviceToHost);
  cudaMemcpy(binary, d_binary, sizeof binary, cudaMemcpyDeviceToHost);
  for (int i = 0; i < kValues * 10; ++i) printf("%d%c", unary[i], i % 20 == 19 ? '\n' : ' ');
  for (int i = 0; i < kValues * kValues * 20; ++i) printf("%08x%c", binary[i], i % 20 == 19 ? '\n' : ' ');
  return 0;
}
