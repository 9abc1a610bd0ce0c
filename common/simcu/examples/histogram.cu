// SPDX-License-Identifier: Apache-2.0
// Counts a buffer's bytes in 256 bins, first with global atomics only, then with a private histogram per
// block.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

#include "check.h"

#define BINS 256

__global__ void global_histogram_kernel(const unsigned char* data, unsigned int size, unsigned int* bins) {
  unsigned int i = threadIdx.x + blockIdx.x * blockDim.x;
  const unsigned int stride = blockDim.x * gridDim.x;
  while (i < size) {
    atomicAdd(&bins[data[i]], 1);
    i += stride;
  }
}

__global__ void shared_histogram_kernel(const unsigned char* data, unsigned int size, unsigned int* bins) {
  __shared__ unsigned int s_bins[BINS];
  for (unsigned int bin = threadIdx.x; bin < BINS; bin += blockDim.x) s_bins[bin] = 0;
  __syncthreads();

  const unsigned int stride = blockDim.x * gridDim.x;
  for (unsigned int i = threadIdx.x + blockIdx.x * blockDim.x; i < size; i += stride)
    atomicAdd(&s_bins[data[i]], 1);
  __syncthreads();

  for (unsigned int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
    if (s_bins[bin] != 0) atomicAdd(&bins[bin], s_bins[bin]);
  }
}

// Loads four bytes at a time. The size must be a multiple of 4.
__global__ void vector_histogram_kernel(const uchar4* data, unsigned int quads, unsigned int* bins) {
  __shared__ unsigned int s_bins[BINS];
  if (threadIdx.x < BINS) s_bins[threadIdx.x] = 0;
  __syncthreads();
  for (unsigned int i = threadIdx.x + blockIdx.x * blockDim.x; i < quads; i += blockDim.x * gridDim.x) {
    const uchar4 quad = data[i];
    atomicAdd(&s_bins[quad.x], 1u);
    atomicAdd(&s_bins[quad.y], 1u);
    atomicAdd(&s_bins[quad.z], 1u);
    atomicAdd(&s_bins[quad.w], 1u);
  }
  __syncthreads();
  if (threadIdx.x < BINS) atomicAdd(bins + threadIdx.x, s_bins[threadIdx.x]);
}

int main() {
  const unsigned int size = 120'000;
  std::vector<unsigned char> h_data(size);
  unsigned int state = 12345;
  for (unsigned char& byte : h_data) {
    state = state * 1664525u + 1013904223u;
    byte = static_cast<unsigned char>((state >> 24) & (state >> 16));  // skewed: low values are common
  }
  unsigned int expected[BINS] = {};
  for (unsigned char byte : h_data) ++expected[byte];

  unsigned char* d_data;
  unsigned int* d_bins;
  CHECK(cudaMalloc(&d_data, size));
  CHECK(cudaMalloc(&d_bins, BINS * sizeof(unsigned int)));
  CHECK(cudaMemcpy(d_data, h_data.data(), size, cudaMemcpyHostToDevice));

  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  const int blocks = properties.multiProcessorCount * 2;

  bool passed = true;
  const char* names[] = {"global atomics", "shared atomics", "shared atomics, 4 bytes per load"};
  for (int version = 0; version < 3; ++version) {
    CHECK(cudaMemset(d_bins, 0, BINS * sizeof(unsigned int)));
    if (version == 0) global_histogram_kernel<<<blocks, 256>>>(d_data, size, d_bins);
    if (version == 1) shared_histogram_kernel<<<blocks, 128>>>(d_data, size, d_bins);
    if (version == 2)
      vector_histogram_kernel<<<blocks, 256>>>(reinterpret_cast<uchar4*>(d_data), size / 4, d_bins);
    CHECK(cudaGetLastError());
    unsigned int h_bins[BINS];
    CHECK(cudaMemcpy(h_bins, d_bins, sizeof h_bins, cudaMemcpyDeviceToHost));
    unsigned int counted = 0;
    for (unsigned int count : h_bins) counted += count;
    const bool same = std::memcmp(h_bins, expected, sizeof expected) == 0;
    std::printf("%s: %u bytes counted, bin 0 has %u, %s\n", names[version], counted, h_bins[0],
                same ? "all bins right" : "bins differ");
    passed = passed && same;
  }
  CHECK(cudaFree(d_data));
  CHECK(cudaFree(d_bins));
  std::printf("histogram: %s\n", passed ? "PASSED" : "FAILED");
  return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
