// SPDX-License-Identifier: Apache-2.0
// DPX: the larger and the smaller of numbers and sums, and which of two it was; in a kernel and on the host.
// Needs CUDA 12: these functions.
#include <cstdio>

struct results {
  int a[8];
  unsigned b[18];
  bool c[12];
};

__host__ __device__ void use_all(int x, int y, int z, results* to) {
  const unsigned u = x, v = y, w = z;
  int* a = to->a;
  *a++ = __vimax3_s32(x, y, z);
  *a++ = __vimin3_s32(x, y, z);
  *a++ = __vimax_s32_relu(x, y) ^ __vimin_s32_relu(x, y);
  *a++ = __vimax3_s32_relu(x, y, z) ^ __vimin3_s32_relu(x, y, z);
  *a++ = __viaddmax_s32(x, y, z) ^ __viaddmin_s32(x, y, z);
  *a++ = __viaddmax_s32_relu(x, y, z) ^ __viaddmin_s32_relu(x, y, z);
  *a++ = __vibmax_s32(x, y, to->c);
  *a++ = __vibmin_s32(x, y, to->c + 1);
  unsigned* b = to->b;
  *b++ = __vimax3_u32(u, v, w);
  *b++ = __vimin3_u32(u, v, w);
  *b++ = __viaddmax_u32(u, v, w) ^ __viaddmin_u32(u, v, w);
  *b++ = __vibmax_u32(u, v, to->c + 2);
  *b++ = __vibmin_u32(u, v, to->c + 3);
  *b++ = __vimax3_s16x2(u, v, w);
  *b++ = __vimin3_s16x2(u, v, w);
  *b++ = __vimax3_u16x2(u, v, w);
  *b++ = __vimin3_u16x2(u, v, w);
  *b++ = __vimax_s16x2_relu(u, v) ^ __vimin_s16x2_relu(u, v);
  *b++ = __vimax3_s16x2_relu(u, v, w) ^ __vimin3_s16x2_relu(u, v, w);
  *b++ = __viaddmax_s16x2(u, v, w) ^ __viaddmin_s16x2(u, v, w);
  *b++ = __viaddmax_u16x2(u, v, w) ^ __viaddmin_u16x2(u, v, w);
  *b++ = __viaddmax_s16x2_relu(u, v, w) ^ __viaddmin_s16x2_relu(u, v, w);
  *b++ = __vibmax_s16x2(u, v, to->c + 4, to->c + 5);
  *b++ = __vibmin_s16x2(u, v, to->c + 6, to->c + 7);
  *b++ = __vibmax_u16x2(u, v, to->c + 8, to->c + 9);
  *b++ = __vibmin_u16x2(u, v, to->c + 10, to->c + 11);
}

__global__ void dpx_kernel(const int* in, results* out) {
  use_all(in[threadIdx.x], in[threadIdx.x + 1], in[threadIdx.x + 2], out + threadIdx.x);
}

int main() {
  constexpr int kCases = 5;
  const int in[kCases + 2] = {7, -3, 7, 0x7fff8000, -0x7fff8001, 0x00017fff, 0x00018000};
  int* d_in;
  results *d_out, out[kCases], mine[kCases];
  cudaMalloc(&d_in, sizeof in);
  cudaMalloc(&d_out, sizeof out);
  cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
  dpx_kernel<<<1, kCases>>>(d_in, d_out);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  bool same = true;
  for (int i = 0; i < kCases; ++i) {
    use_all(in[i], in[i + 1], in[i + 2], mine + i);
    for (int k = 0; k < 8; ++k) std::printf("%x ", out[i].a[k]), same &= out[i].a[k] == mine[i].a[k];
    for (int k = 0; k < 18; ++k) std::printf("%x ", out[i].b[k]), same &= out[i].b[k] == mine[i].b[k];
    for (int k = 0; k < 12; ++k) std::printf("%d", out[i].c[k]), same &= out[i].c[k] == mine[i].c[k];
    std::printf("\n");
  }
  std::printf("%s\n", same ? "the host has the same" : "the host differs");
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
