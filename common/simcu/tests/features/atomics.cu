// SPDX-License-Identifier: Apache-2.0
// Atomics on global and shared memory.
#include "both.h"

__global__ void int_kernel(int* g, int* old_values) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  old_values[i] = atomicAdd(&g[0], 1);
  atomicSub(&g[1], 2);
  atomicMin(&g[2], i - 100);
  atomicMax(&g[3], i - 100);
  atomicAnd(&g[4], ~(1 << (i % 20)));
  atomicOr(&g[5], 1 << (i % 20));
  atomicXor(&g[6], i);
  atomicCAS(&g[7], 0, i + 1);
  if (i == 37) atomicExch(&g[8], i);
}

__global__ void unsigned_kernel(unsigned* g) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&g[0], 3u);
  atomicSub(&g[1], 1u);
  atomicMin(&g[2], 0x80000000u + i);
  atomicMax(&g[3], 0x80000000u + i);
  atomicInc(&g[4], 9u);
  atomicDec(&g[5], 9u);
  atomicAnd(&g[6], ~(1u << (i % 7)));
  atomicOr(&g[7], 1u << (i % 32));
  atomicXor(&g[8], 1u << (i % 3));
}

__global__ void wide_kernel(unsigned long long* g) {
  unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&g[0], i << 32);
  atomicMin(&g[1], (1ull << 40) + i);
  atomicMax(&g[2], (1ull << 40) + i);
  atomicAnd(&g[3], ~(1ull << (i % 64)));
  atomicOr(&g[4], 1ull << (i % 64));
  atomicXor(&g[5], i << 20);
  atomicMin((long long*)&g[6], -(long long)i);
  atomicMax((long long*)&g[7], -(long long)i - 5);
  if (i == 0) atomicExch(&g[8], 123456789012345ull);
  atomicCAS(&g[9], 0ull, 1ull << 50);
}

__global__ void shared_kernel(unsigned* histogram) {
  __shared__ unsigned s_bins[16];
  if (threadIdx.x < 16) s_bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s_bins[(threadIdx.x * 7 + blockIdx.x) % 16], 1u);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&histogram[threadIdx.x], s_bins[threadIdx.x]);
}

__global__ void spin_lock_kernel(int* lock, int* counter) {
  if (threadIdx.x % 32 != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *(volatile int*)counter = *(volatile int*)counter + 1;
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void short_kernel(unsigned short* g) {
  unsigned short seen = *g, expected;
  do {
    expected = seen;
    seen = atomicCAS(g, expected, (unsigned short)(expected + 1));
  } while (seen != expected);
}

__device__ void atomic_max_float(float* p, float value) {
  int *bits = (int*)p, old = *bits, expected;
  do {
    expected = old;
    old = atomicCAS(bits, expected, __float_as_int(fmaxf(value, __int_as_float(expected))));
  } while (old != expected);
}

__device__ void atomic_mul_double(double* p, double factor) {
  unsigned long long *bits = (unsigned long long*)p, old = *bits, expected;
  do {
    expected = old;
    old = atomicCAS(bits, expected, __double_as_longlong(factor * __longlong_as_double(expected)));
  } while (old != expected);
}

__global__ void real_kernel(float* f, double* d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&f[0], 0.25f);
  atomicAdd(&d[0], 0.125 * i);
  atomic_max_float(&f[1], (float)(i % 777));
  if (i < 20) atomic_mul_double(&d[1], 2.0);
  if (i == 500) f[2] = atomicExch(&f[3], 2.5f);
}

__global__ void scopes_kernel(int* g, float* f) {
  atomicAdd_block(&g[0], 1);
  atomicAdd_system(&g[1], 2);
  atomicMax_system(&g[2], (int)threadIdx.x);
  atomicMin_block(&g[3], -(int)threadIdx.x);
  atomicCAS_system(&g[4], 0, 7);
  atomicOr_block(&g[5], 1 << (threadIdx.x % 8));
  atomicAdd_system(&f[0], 1.5f);
  atomicInc_system((unsigned*)&g[6], 4u);
  atomicSub_block(&g[7], 3);
  atomicExch_block(&g[8], 11);
}

int main() {
  const int n = 1000;
  int* i = both<int>(9, {0, 0, 1 << 30, -(1 << 30), (1 << 20) - 1});
  int* old = both<int>(n);
  int_kernel<<<10, 100>>>(i, old);
  cudaDeviceSynchronize();
  i[7] = i[7] != 0;
  show("%d", i, 9);
  bool seen[n] = {};
  int distinct = 0;
  for (int k = 0; k < n; ++k)
    if (old[k] >= 0 && old[k] < n && !seen[old[k]]) seen[old[k]] = true, ++distinct;
  printf("distinct old values %d\n", distinct);

  unsigned* u = both<unsigned>(9, {0, 0, 0xffffffff, 0, 0, 0, 0xffff});
  unsigned_kernel<<<10, 100>>>(u);
  show("%u", u, 9);
  unsigned long long* w = both<unsigned long long>(10, {0, ~0ull, 0, ~0ull, 0, 0, 0, 1ull << 63});
  wide_kernel<<<10, 100>>>(w);
  show("%lld", w, 10);
  unsigned* histogram = both<unsigned>(16);
  shared_kernel<<<5, 256>>>(histogram);
  show("%u", histogram, 16);
  int* lock = both<int>(2);
  spin_lock_kernel<<<8, 128>>>(lock, lock + 1);
  show("%d", lock, 2);
  unsigned short* s = both<unsigned short>(1);
  short_kernel<<<4, 64>>>(s);
  show("%d", s, 1);

  float* f = both<float>(4);
  double* d = both<double>(2, {0, 1});
  real_kernel<<<8, 128>>>(f, d);
  show("%.2f", f, 4);
  show("%.3f", d, 2);
  int* scopes = both<int>(9);
  f[0] = 0;
  scopes_kernel<<<1, 64>>>(scopes, f);
  show("%d", scopes, 9);
  show("%.1f", f, 1);
  return 0;
}
