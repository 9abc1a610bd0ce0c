// SPDX-License-Identifier: Apache-2.0
// Multiplies matrices in three ways: naive, tiled, and tiled with four results per thread. The sizes aren't
// multiples of the tile size.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <vector>

#include "check.h"

// Row-major matrix in device memory.
struct matrix {
  int rows, columns;
  float* elements;
};

__global__ void naive_multiply_kernel(matrix a, matrix b, matrix c) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= c.rows || column >= c.columns) return;
  float sum = 0.0f;
  for (int k = 0; k < a.columns; ++k)
    sum += a.elements[row * a.columns + k] * b.elements[k * b.columns + column];
  c.elements[row * c.columns + column] = sum;
}

__device__ inline float at(const matrix& m, int row, int column) {
  return row < m.rows && column < m.columns ? m.elements[row * m.columns + column] : 0.0f;
}

template <int TILE>
__global__ void tiled_multiply_kernel(const matrix a, const matrix b, matrix c) {
  __shared__ float s_a[TILE][TILE], s_b[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int start = 0; start < a.columns; start += TILE) {
    s_a[ty][tx] = at(a, row, start + tx);
    s_b[ty][tx] = at(b, start + ty, column);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE; ++k) sum = fmaf(s_a[ty][k], s_b[k][tx], sum);
    __syncthreads();
  }
  if (row < c.rows && column < c.columns) c.elements[row * c.columns + column] = sum;
}

// Each thread keeps COARSE results of one column in registers, so it reads a value of b from shared memory
// only once for all of them.
template <int TILE, int COARSE>
__global__ void coarse_multiply_kernel(const matrix a, const matrix b, matrix c) {
  __shared__ float s_a[TILE * COARSE][TILE];
  __shared__ float s_b[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE * COARSE + ty, column = blockIdx.x * TILE + tx;
  float sum[COARSE] = {};
  for (int start = 0; start < a.columns; start += TILE) {
    for (int r = 0; r < COARSE; ++r) s_a[ty + r * TILE][tx] = at(a, row + r * TILE, start + tx);
    s_b[ty][tx] = at(b, start + ty, column);
    __syncthreads();
    for (int k = 0; k < TILE; ++k) {
      const float right = s_b[k][tx];
#pragma unroll
      for (int r = 0; r < COARSE; ++r) sum[r] += s_a[ty + r * TILE][k] * right;
    }
    __syncthreads();
  }
  for (int r = 0; r < COARSE; ++r) {
    if (row + r * TILE < c.rows && column < c.columns)
      c.elements[(row + r * TILE) * c.columns + column] = sum[r];
  }
}

static matrix to_device(int rows, int columns, const std::vector<float>& values) {
  matrix m{rows, columns, nullptr};
  CHECK(cudaMalloc(&m.elements, values.size() * sizeof(float)));
  CHECK(cudaMemcpy(m.elements, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice));
  return m;
}

int main() {
  const int rows = 70, inner = 45, columns = 83;
  std::vector<float> h_a(rows * inner), h_b(inner * columns), h_c(rows * columns), expected(rows * columns);
  for (std::size_t i = 0; i < h_a.size(); ++i) h_a[i] = static_cast<float>(i % 13) - 6.0f;
  for (std::size_t i = 0; i < h_b.size(); ++i) h_b[i] = 0.25f * static_cast<float>(i % 7);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      for (int k = 0; k < inner; ++k) expected[i * columns + j] += h_a[i * inner + k] * h_b[k * columns + j];
    }
  }

  matrix d_a = to_device(rows, inner, h_a), d_b = to_device(inner, columns, h_b),
         d_c = to_device(rows, columns, h_c);
  const dim3 block(16, 16);
  const dim3 grid((columns + 15) / 16, (rows + 15) / 16);
  const dim3 coarse_grid(grid.x, (rows + 63) / 64);

  bool passed = true;
  const char* names[] = {"naive", "tiled", "four results per thread"};
  for (int version = 0; version < 3; ++version) {
    CHECK(cudaMemset(d_c.elements, 0, h_c.size() * sizeof(float)));
    if (version == 0) naive_multiply_kernel<<<grid, block>>>(d_a, d_b, d_c);
    if (version == 1) tiled_multiply_kernel<16><<<grid, block>>>(d_a, d_b, d_c);
    if (version == 2) coarse_multiply_kernel<16, 4><<<coarse_grid, block>>>(d_a, d_b, d_c);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(h_c.data(), d_c.elements, h_c.size() * sizeof(float), cudaMemcpyDeviceToHost));
    float worst = 0.0f;
    for (std::size_t i = 0; i < h_c.size(); ++i) worst = std::fmax(worst, std::fabs(h_c[i] - expected[i]));
    std::printf("%s: (%d x %d) * (%d x %d), largest error %g\n", names[version], rows, inner, inner, columns,
                worst);
    passed = passed && worst < 1e-3f;
  }
  for (matrix* m : {&d_a, &d_b, &d_c}) CHECK(cudaFree(m->elements));
  std::printf("matrix_multiply: %s\n", passed ? "PASSED" : "FAILED");
  return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
