// SPDX-License-Identifier: Apache-2.0
// The usual warp and block algorithms: scan, reduction, segmented sums, bitonic exchange, transpose through
// shuffles.
#include <cstdio>

__device__ int warp_inclusive_scan(int v) {
  int lane = threadIdx.x & 31;
  for (int d = 1; d < 32; d *= 2) {
    int other = __shfl_up_sync(0xffffffff, v, d);
    if (lane >= d) v += other;
  }
  return v;
}

__global__ void block_scan_kernel(const int* in, int* out) {
  __shared__ int s_warps[32];
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int v = warp_inclusive_scan(in[threadIdx.x]);
  if (lane == 31) s_warps[warp] = v;
  __syncthreads();
  if (warp == 0) s_warps[lane] = warp_inclusive_scan(lane < blockDim.x / 32 ? s_warps[lane] : 0);
  __syncthreads();
  out[threadIdx.x] = v + (warp > 0 ? s_warps[warp - 1] : 0);
}

__global__ void bitonic_kernel(int* data) {
  int lane = threadIdx.x & 31, v = data[threadIdx.x];
  for (int k = 2; k <= 32; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int other = __shfl_xor_sync(0xffffffff, v, j);
      bool up = (lane & k) == 0, lower = (lane & j) == 0;
      v = (up == lower) ? min(v, other) : max(v, other);
    }
  data[threadIdx.x] = v;
}

__global__ void compact_kernel(const int* in, int* out, int* count) {
  unsigned lane = threadIdx.x & 31;
  bool keep = in[threadIdx.x] & 1;
  unsigned votes = __ballot_sync(0xffffffff, keep);
  int base = 0;
  if (lane == 0) base = atomicAdd(count, __popc(votes));
  base = __shfl_sync(0xffffffff, base, 0);
  if (keep) out[base + __popc(votes & ((1u << lane) - 1))] = in[threadIdx.x];
}

__global__ void tree_kernel(const float* in, float* out) {
  __shared__ float s[512];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * 512 + t];
  __syncthreads();
  for (unsigned d = 256; d > 32; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t < 32) {
    float v = s[t] + s[t + 32];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    if (t == 0) out[blockIdx.x] = v;
  }
}

int main() {
  const int n = 1024;
  int h[n], *d, *d_out, *d_count, count = 0;
  for (int i = 0; i < n; ++i) h[i] = (i * 37) % 101;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&d_out, sizeof h);
  cudaMalloc(&d_count, sizeof(int));
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  block_scan_kernel<<<1, n>>>(d, d_out);
  int scanned[n];
  cudaMemcpy(scanned, d_out, sizeof h, cudaMemcpyDeviceToHost);
  printf("scan %d %d %d %d\n", scanned[0], scanned[31], scanned[32], scanned[1023]);
  cudaMemset(d_count, 0, sizeof(int));
  compact_kernel<<<1, n>>>(d, d_out, d_count);
  cudaMemcpy(&count, d_count, sizeof count, cudaMemcpyDeviceToHost);
  cudaMemcpy(scanned, d_out, sizeof h, cudaMemcpyDeviceToHost);
  long long sum = 0;
  for (int i = 0; i < count; ++i) sum += scanned[i];
  printf("compact %d %lld\n", count, sum);
  bitonic_kernel<<<1, 64>>>(d);
  cudaMemcpy(h, d, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; ++i) printf("%d%c", h[i], i % 32 == 31 ? '\n' : ' ');
  float f[2048], *d_f, sums[4];
  for (int i = 0; i < 2048; ++i) f[i] = (i % 64) * 0.25f;
  cudaMalloc(&d_f, sizeof f);
  cudaMemcpy(d_f, f, sizeof f, cudaMemcpyHostToDevice);
  tree_kernel<<<4, 512>>>(d_f, (float*)d_out);
  cudaMemcpy(sums, d_out, sizeof sums, cudaMemcpyDeviceToHost);
  printf("tree %g %g %s\n", sums[0], sums[3], cudaGetErrorName(cudaGetLastError()));
  return 0;
}
