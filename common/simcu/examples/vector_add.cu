// SPDX-License-Identifier: Apache-2.0
// Adds two vectors with one element per thread, and then with a grid-stride loop.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#include "check.h"

__global__ void add_kernel(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

__global__ void add_stride_kernel(const float* __restrict__ a, const float* __restrict__ b,
                                  float* __restrict__ c, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) c[i] = a[i] + b[i];
}

static int count_wrong(const std::vector<float>& c, const std::vector<float>& a,
                       const std::vector<float>& b) {
  int wrong = 0;
  for (std::size_t i = 0; i < c.size(); ++i) wrong += c[i] != a[i] + b[i];
  return wrong;
}

int main() {
  const int n = 100'003;  // not a multiple of the block size
  const int block_size = 256;
  const int blocks = (n + block_size - 1) / block_size;
  const std::size_t bytes = n * sizeof(float);

  std::vector<float> h_a(n), h_b(n), h_c(n);
  for (int i = 0; i < n; ++i) {
    h_a[i] = 0.5f * static_cast<float>(i);
    h_b[i] = 3.0f - static_cast<float>(i % 17);
  }

  float *d_a, *d_b, *d_c;
  CHECK(cudaMalloc(&d_a, bytes));
  CHECK(cudaMalloc(&d_b, bytes));
  CHECK(cudaMalloc(&d_c, bytes));
  CHECK(cudaMemcpy(d_a, h_a.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_b, h_b.data(), bytes, cudaMemcpyHostToDevice));

  add_kernel<<<blocks, block_size>>>(d_a, d_b, d_c, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(h_c.data(), d_c, bytes, cudaMemcpyDeviceToHost));
  const int wrong_plain = count_wrong(h_c, h_a, h_b);
  std::printf("one element per thread: %d blocks of %d, %d wrong\n", blocks, block_size, wrong_plain);

  CHECK(cudaMemset(d_c, 0, bytes));
  add_stride_kernel<<<32, block_size>>>(d_a, d_b, d_c, n);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(h_c.data(), d_c, bytes, cudaMemcpyDeviceToHost));
  const int wrong_stride = count_wrong(h_c, h_a, h_b);
  std::printf("grid-stride loop: 32 blocks of %d, %d wrong\n", block_size, wrong_stride);

  CHECK(cudaFree(d_a));
  CHECK(cudaFree(d_b));
  CHECK(cudaFree(d_c));
  const bool passed = wrong_plain == 0 && wrong_stride == 0;
  std::printf("vector_add: %s\n", passed ? "PASSED" : "FAILED");
  return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
