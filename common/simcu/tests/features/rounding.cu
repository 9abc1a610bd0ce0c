// SPDX-License-Identifier: Apache-2.0
// Arithmetic in the four rounding modes, bit for bit.
#include <cstdio>

#define FLOATS(op, ...)                                                       \
  __float_as_int(op##_rn(__VA_ARGS__)), __float_as_int(op##_rz(__VA_ARGS__)), \
      __float_as_int(op##_ru(__VA_ARGS__)), __float_as_int(op##_rd(__VA_ARGS__))
#define DOUBLES(op, ...)                                                                  \
  __double_as_longlong(op##_rn(__VA_ARGS__)), __double_as_longlong(op##_rz(__VA_ARGS__)), \
      __double_as_longlong(op##_ru(__VA_ARGS__)), __double_as_longlong(op##_rd(__VA_ARGS__))

__global__ void float_kernel(int* out, float a, float b, float c) {
  int v[] = {FLOATS(__fadd, a, b),    FLOATS(__fsub, a, b), FLOATS(__fmul, a, b), FLOATS(__fdiv, a, b),
             FLOATS(__fmaf, a, b, c), FLOATS(__frcp, b),    FLOATS(__fsqrt, b)};
  for (int i = 0; i < 28; ++i) out[i] = v[i];
}

__global__ void double_kernel(long long* out, double a, double b, double c) {
  long long v[] = {DOUBLES(__dadd, a, b), DOUBLES(__dsub, a, b),   DOUBLES(__dmul, a, b),
                   DOUBLES(__ddiv, a, b), DOUBLES(__fma, a, b, c), DOUBLES(__drcp, b),
                   DOUBLES(__dsqrt, b)};
  for (int i = 0; i < 28; ++i) out[i] = v[i];
}

int main() {
  int *d_f, f[28];
  long long *d_d, d[28];
  cudaMalloc(&d_f, sizeof f);
  cudaMalloc(&d_d, sizeof d);
  const double cases[][3] = {
      {1, 3, 0.1}, {0.1, 0.7, -0.07}, {-1, 3, 1e-9}, {16777216, 1.5, 2}, {1e20, 3.3, -1e20}};
  for (auto& c : cases) {
    float_kernel<<<1, 1>>>(d_f, (float)c[0], (float)c[1], (float)c[2]);
    double_kernel<<<1, 1>>>(d_d, c[0], c[1], c[2]);
    cudaMemcpy(f, d_f, sizeof f, cudaMemcpyDeviceToHost);
    cudaMemcpy(d, d_d, sizeof d, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 28; ++i) printf("%08x%c", f[i], i == 27 ? '\n' : ' ');
    for (int i = 0; i < 28; ++i) printf("%016llx%c", d[i], i % 14 == 13 ? '\n' : ' ');
  }
  return 0;
}
