// SPDX-License-Identifier: Apache-2.0
// Stream-ordered memory: a pool that keeps what is freed, temporary buffers in a loop, and a window of the L2
// cache.
#include <cstdint>
#include <cstdio>

__global__ void fill(int* p, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = value;
}
__global__ void add(int* sum, const int* p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] += p[i];
}

int main() {
  constexpr int kCount = 4096;
  cudaMemPool_t pool;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  std::uint64_t threshold = UINT64_MAX;
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
  cudaStream_t stream;
  cudaStreamCreate(&stream);

  int* d_sum;
  cudaMallocAsync(&d_sum, kCount * sizeof(int), stream);
  cudaMemsetAsync(d_sum, 0, kCount * sizeof(int), stream);
  cudaStreamAttrValue attribute = {};
  attribute.accessPolicyWindow.base_ptr = d_sum;
  attribute.accessPolicyWindow.num_bytes = kCount * sizeof(int);
  attribute.accessPolicyWindow.hitRatio = 1;
  attribute.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  attribute.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &attribute);

  for (int round = 1; round <= 10; ++round) {
    int* d_part;
    cudaMallocAsync(&d_part, kCount * sizeof(int), stream);
    fill<<<kCount / 256, 256, 0, stream>>>(d_part, kCount, round);
    add<<<kCount / 256, 256, 0, stream>>>(d_sum, d_part, kCount);
    cudaFreeAsync(d_part, stream);
  }
  static int h_sum[kCount];
  cudaMemcpyAsync(h_sum, d_sum, sizeof h_sum, cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(d_sum, stream);
  cudaStreamSynchronize(stream);
  std::uint64_t used = 1, high = 0;
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &high);
  cudaMemPoolTrimTo(pool, 0);
  cudaStreamDestroy(stream);
  std::printf("%d %d, in use %llu, at most two buffers: %s\n", h_sum[0], h_sum[kCount - 1],
              (unsigned long long)used, high >= 2 * sizeof h_sum ? "yes" : "no");
  std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}
