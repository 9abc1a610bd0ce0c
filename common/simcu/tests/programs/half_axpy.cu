// SPDX-License-Identifier: Apache-2.0
// Half precision: y = a x + y with __hfma2, a dot product that sums in float, conversions at the edges of the
// format.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>

__global__ void axpy(half2 a, const half2* x, half2* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __hfma2(a, x[i], y[i]);
}

__global__ void dot(const half2* x, const half2* y, float* result, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 32) {
    const float2 a = __half22float2(x[i]), b = __half22float2(y[i]);
    sum += a.x * b.x + a.y * b.y;
  }
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x == 0) *result = sum;
}

__global__ void convert(const float* from, unsigned short* half_bits, unsigned short* bfloat_bits) {
  const int i = threadIdx.x;
  half_bits[i] = __half_as_ushort(__float2half(from[i]));
  bfloat_bits[i] = __bfloat16_as_ushort(__float2bfloat16(from[i]));
}

int main() {
  constexpr int kPairs = 256;
  half2 *x, *y;
  float* result;
  cudaMallocManaged(&x, kPairs * sizeof(half2));
  cudaMallocManaged(&y, kPairs * sizeof(half2));
  cudaMallocManaged(&result, sizeof(float));
  for (int i = 0; i < kPairs; ++i) {
    x[i] = __floats2half2_rn(0.25f * i, 1.0f / (i + 1));
    y[i] = __float2half2_rn(static_cast<float>(i % 3));
  }
  axpy<<<2, 128>>>(__float2half2_rn(1.5f), x, y, kPairs);
  dot<<<1, 32>>>(x, y, result, kPairs);
  cudaDeviceSynchronize();
  std::printf("%g %g %g %.3f\n", __low2float(y[3]), __high2float(y[3]), __low2float(y[255]), *result);

  const float edges[16] = {0,        -0.0f,   1,       65504, 65519,     65520, 1e-8f, 5.96e-8f,
                           2.98e-8f, 6.1e-5f, 3.4e38f, 0.1f,  -1 / 3.0f, 2049,  2051,  1e-40f};
  float* from;
  unsigned short *half_bits, *bfloat_bits;
  cudaMallocManaged(&from, sizeof edges);
  cudaMallocManaged(&half_bits, 16 * sizeof(unsigned short));
  cudaMallocManaged(&bfloat_bits, 16 * sizeof(unsigned short));
  for (int i = 0; i < 16; ++i) from[i] = edges[i];
  convert<<<1, 16>>>(from, half_bits, bfloat_bits);
  cudaDeviceSynchronize();
  for (int i = 0; i < 16; ++i)
    std::printf("%04x:%04x%c", half_bits[i], bfloat_bits[i], i % 8 == 7 ? '\n' : ' ');
  for (void* p : {(void*)x, (void*)y, (void*)result, (void*)from, (void*)half_bits, (void*)bfloat_bits})
    cudaFree(p);
  return 0;
}
