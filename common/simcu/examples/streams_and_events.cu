// SPDX-License-Identifier: Apache-2.0
// Overlaps copies and kernels in several streams, orders two streams with an event, and times all of it.
#include <cuda_runtime.h>

#include <cstdio>

#include "check.h"

constexpr int kStreams = 4;

__constant__ int c_offset;

__global__ void scale_kernel(int* data, int offset, int count, int factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[offset + i] = data[offset + i] * factor + c_offset;
}

__global__ void add_up_kernel(const int* data, int n, unsigned long long* total) {
  unsigned long long sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += data[i];
  atomicAdd(total, sum);
}

int main() {
  const int n = 1 << 16, chunk = n / kStreams, block_size = 256;
  const int offset_value = 7;
  int *h_data, *d_data;
  unsigned long long *h_total, *d_total;
  CHECK(cudaMallocHost(&h_data, n * sizeof(int)));
  CHECK(cudaHostAlloc((void**)&h_total, sizeof *h_total, cudaHostAllocDefault));
  CHECK(cudaMalloc(&d_data, n * sizeof(int)));
  CHECK(cudaMalloc(&d_total, sizeof *d_total));
  for (int i = 0; i < n; ++i) h_data[i] = i % 1000;
  CHECK(cudaMemcpyToSymbol(c_offset, &offset_value, sizeof offset_value));

  cudaStream_t streams[kStreams];
  cudaEvent_t start, stop, done[kStreams];
  for (int s = 0; s < kStreams; ++s) {
    CHECK(cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&done[s], cudaEventDisableTiming));
  }
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));

  CHECK(cudaEventRecord(start, streams[0]));
  CHECK(cudaMemsetAsync(d_total, 0, sizeof *d_total, streams[0]));
  for (int s = 0; s < kStreams; ++s) {
    int* d_chunk = d_data + s * chunk;
    int* h_chunk = h_data + s * chunk;
    CHECK(cudaMemcpyAsync(d_chunk, h_chunk, chunk * sizeof(int), cudaMemcpyHostToDevice, streams[s]));
    scale_kernel<<<chunk / block_size, block_size, 0, streams[s]>>>(d_data, s * chunk, chunk, s + 1);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(h_chunk, d_chunk, chunk * sizeof(int), cudaMemcpyDeviceToHost, streams[s]));
    CHECK(cudaEventRecord(done[s], streams[s]));
  }
  for (int s = 1; s < kStreams; ++s) CHECK(cudaStreamWaitEvent(streams[0], done[s], 0));
  add_up_kernel<<<8, block_size, 0, streams[0]>>>(d_data, n, d_total);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpyAsync(h_total, d_total, sizeof *h_total, cudaMemcpyDeviceToHost, streams[0]));
  CHECK(cudaEventRecord(stop, streams[0]));
  CHECK(cudaEventSynchronize(stop));

  float ms = -1.0f;
  CHECK(cudaEventElapsedTime(&ms, start, stop));
  CHECK(cudaEventQuery(stop));
  CHECK(cudaStreamQuery(streams[0]));

  int wrong = 0;
  unsigned long long expected = 0;
  for (int i = 0; i < n; ++i) {
    const int value = (i % 1000) * (i / chunk + 1) + offset_value;
    wrong += h_data[i] != value;
    expected += value;
  }
  std::printf("%d streams, %d elements, %d wrong\n", kStreams, n, wrong);
  std::printf("total: %llu, expected %llu\n", *h_total, expected);
  std::printf("elapsed time is %s\n", ms >= 0.0f ? "not negative" : "NEGATIVE");

  for (int s = 0; s < kStreams; ++s) {
    CHECK(cudaStreamDestroy(streams[s]));
    CHECK(cudaEventDestroy(done[s]));
  }
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  const bool passed = wrong == 0 && *h_total == expected && ms >= 0.0f;
  CHECK(cudaFreeHost(h_data));
  CHECK(cudaFreeHost(h_total));
  CHECK(cudaFree(d_data));
  CHECK(cudaFree(d_total));
  std::printf("streams_and_events: %s\n", passed ? "PASSED" : "FAILED");
  return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
