// SPDX-License-Identifier: Apache-2.0
// Four bytes in a word: saturated sums, averages, comparisons, and sums of absolute differences of two
// images.
#include <cuComplex.h>

#include <cstdio>

__global__ void blend(const unsigned* a, const unsigned* b, unsigned* out, unsigned* difference) {
  const int i = threadIdx.x;
  const unsigned x = a[i], y = b[i];
  out[6 * i] = __vaddus4(x, y);
  out[6 * i + 1] = __vavgu4(x, y);
  out[6 * i + 2] = __vmaxs4(x, y) ^ __vminu2(x, y);
  out[6 * i + 3] = __vcmpgtu4(x, y);
  out[6 * i + 4] = __vsubss2(x, y);
  out[6 * i + 5] = __vabsdiffu4(x, y) + __vseteq4(x, y) + __vneg2(x);
  atomicAdd(difference, __vsadu4(x, y));
}
__global__ void power(cuFloatComplex z, cuFloatComplex* out) {
  cuFloatComplex product = make_cuFloatComplex(1, 0);
  for (int i = 0; i < 4; ++i) product = cuCmulf(product, z);
  *out = cuCaddf(product, cuConjf(z));
}

int main() {
  constexpr int kCount = 32;
  unsigned *a, *b, *out, *difference;
  cuFloatComplex* z;
  cudaMallocManaged(&a, kCount * sizeof(unsigned));
  cudaMallocManaged(&b, kCount * sizeof(unsigned));
  cudaMallocManaged(&out, 6 * kCount * sizeof(unsigned));
  cudaMallocManaged(&difference, sizeof(unsigned));
  cudaMallocManaged(&z, sizeof *z);
  for (int i = 0; i < kCount; ++i) a[i] = 0x01f37f80u * (i + 1), b[i] = 0x9e3779b9u * (i + 3);
  *difference = 0;
  blend<<<1, kCount>>>(a, b, out, difference);
  power<<<1, 1>>>(make_cuFloatComplex(0.5f, 2), z);
  cudaDeviceSynchronize();
  unsigned hash = 0;
  for (int i = 0; i < 6 * kCount; ++i) hash = hash * 31 + out[i];
  for (int i = 0; i < 6; ++i) std::printf("%08x ", out[i]);
  std::printf("\n%08x %u %g %g\n", hash, *difference, cuCrealf(*z), cuCimagf(*z));
  for (void* p : {(void*)a, (void*)b, (void*)out, (void*)difference, (void*)z}) cudaFree(p);
  return 0;
}
