// SPDX-License-Identifier: Apache-2.0
// Integer atomics on global and shared memory: final values, and that old values are handed out once each.
#include <cstdio>

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
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *(volatile int*)counter = *(volatile int*)counter + 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

__global__ void short_kernel(unsigned short* g) {
  unsigned short seen = *g, expected;
  do {
    expected = seen;
    seen = atomicCAS(g, expected, (unsigned short)(expected + 1));
  } while (seen != expected);
}

int main() {
  const int n = 10 * 100;
  int *d, *d_old, h[16], *h_old = new int[n];
  cudaMalloc(&d, 64 * sizeof(long long));
  cudaMalloc(&d_old, n * sizeof(int));
  const int start[9] = {0, 0, 1 << 30, -(1 << 30), (1 << 20) - 1, 0, 0, 0, 0};
  cudaMemcpy(d, start, sizeof start, cudaMemcpyHostToDevice);
  int_kernel<<<10, 100>>>(d, d_old);
  cudaMemcpy(h, d, sizeof start, cudaMemcpyDeviceToHost);
  cudaMemcpy(h_old, d_old, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("int");
  for (int k = 0; k < 7; ++k) printf(" %d", h[k]);
  printf(" %d %d\n", h[7] != 0, h[8]);
  bool* seen = new bool[n]();
  int distinct = 0;
  for (int i = 0; i < n; ++i)
    if (h_old[i] >= 0 && h_old[i] < n && !seen[h_old[i]]) seen[h_old[i]] = true, ++distinct;
  printf("distinct old values %d\n", distinct);

  unsigned u[16] = {0, 0, 0xffffffff, 0, 0, 0, 0xffff, 0, 0};
  cudaMemcpy(d, u, sizeof u, cudaMemcpyHostToDevice);
  unsigned_kernel<<<10, 100>>>((unsigned*)d);
  cudaMemcpy(u, d, sizeof u, cudaMemcpyDeviceToHost);
  printf("unsigned");
  for (int k = 0; k < 9; ++k) printf(" %u", u[k]);

  unsigned long long w[10] = {0, ~0ull, 0, ~0ull, 0, 0, 0, 1ull << 63, 0, 0};
  cudaMemcpy(d, w, sizeof w, cudaMemcpyHostToDevice);
  wide_kernel<<<10, 100>>>((unsigned long long*)d);
  cudaMemcpy(w, d, sizeof w, cudaMemcpyDeviceToHost);
  printf("\nwide");
  for (int k = 0; k < 10; ++k) printf(" %lld", (long long)w[k]);

  cudaMemset(d, 0, 64);
  shared_kernel<<<5, 256>>>((unsigned*)d);
  cudaMemcpy(u, d, sizeof u, cudaMemcpyDeviceToHost);
  printf("\nhistogram");
  for (int k = 0; k < 16; ++k) printf(" %u", u[k]);

  cudaMemset(d, 0, 64);
  spin_lock_kernel<<<8, 128>>>(d, d + 1);
  cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost);
  printf("\nlock %d, counter %d\n", h[0], h[1]);

  cudaMemset(d, 0, 64);
  short_kernel<<<4, 64>>>((unsigned short*)d);
  unsigned short s = 0;
  cudaMemcpy(&s, d, 2, cudaMemcpyDeviceToHost);
  printf("short %d %s\n", s, cudaGetErrorName(cudaGetLastError()));
  return 0;
}
