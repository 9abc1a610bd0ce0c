// SPDX-License-Identifier: Apache-2.0
// Products of matrices on tensor cores, tile by tile: halves into floats, halves into halves, bytes into
// ints, floats as tf32, and with a second step on the fragments (alpha a b + beta c).
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdio>
#include <vector>

using namespace nvcuda;

constexpr int kSize = 64, kTile = 16;

// One warp for each tile of c; a is stored by rows, b by columns.
__global__ void half_product(const half* a, const half* b, float* c, float alpha, float beta) {
  const int row = blockIdx.y * kTile, column = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize * kTile;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a_tile;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b_tile;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum, old;
  wmma::fill_fragment(sum, 0.0f);
  for (int k = 0; k < kSize; k += kTile) {
    wmma::load_matrix_sync(a_tile, a + row * kSize + k, kSize);
    wmma::load_matrix_sync(b_tile, b + column * kSize + k, kSize);
    wmma::mma_sync(sum, a_tile, b_tile, sum);
  }
  wmma::load_matrix_sync(old, c + row * kSize + column, kSize, wmma::mem_row_major);
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = alpha * sum.x[i] + beta * old.x[i];
  wmma::store_matrix_sync(c + row * kSize + column, sum, kSize, wmma::mem_row_major);
}

// Tiles that are not square, by way of shared memory.
__global__ void byte_product(const signed char* a, const signed char* b, int* c) {
  __shared__ __align__(32) int s_c[32 * 8];
  wmma::fragment<wmma::matrix_a, 32, 8, 16, signed char, wmma::col_major> a_tile;
  wmma::fragment<wmma::matrix_b, 32, 8, 16, signed char, wmma::row_major> b_tile;
  wmma::fragment<wmma::accumulator, 32, 8, 16, int> sum;
  wmma::fill_fragment(sum, 0);
  wmma::load_matrix_sync(a_tile, a, 32);
  wmma::load_matrix_sync(b_tile, b, 16);
  wmma::mma_sync(sum, a_tile, b_tile, sum);
  wmma::store_matrix_sync(s_c, sum, 32, wmma::mem_col_major);
  __syncwarp();
  for (int i = threadIdx.x; i < 32 * 8; i += 32) c[i] = s_c[i];
}

__global__ void half_sums(const half* a, half* c) {
  wmma::fragment<wmma::matrix_a, 8, 32, 16, half, wmma::row_major> a_tile;
  wmma::fragment<wmma::matrix_b, 8, 32, 16, half, wmma::row_major> b_tile;
  wmma::fragment<wmma::accumulator, 8, 32, 16, half> sum;
  wmma::load_matrix_sync(a_tile, a, 16);
  wmma::fill_fragment(b_tile, __float2half(2));
  wmma::fill_fragment(sum, __float2half(1));
  wmma::mma_sync(sum, a_tile, b_tile, sum);
  wmma::store_matrix_sync(c, sum, 32, wmma::mem_row_major);
}

// Floats of which the tensor cores take 10 bits of fraction; a by rows, b by columns.
__global__ void tf32_product(const float* a, const float* b, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> a_tile;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> b_tile;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> sum;
  wmma::load_matrix_sync(a_tile, a, 8);
  wmma::load_matrix_sync(b_tile, b, 8);
  for (int i = 0; i < a_tile.num_elements; ++i) a_tile.x[i] = wmma::__float_to_tf32(a_tile.x[i]);
  for (int i = 0; i < b_tile.num_elements; ++i) b_tile.x[i] = wmma::__float_to_tf32(b_tile.x[i]);
  wmma::fill_fragment(sum, 0.0f);
  wmma::mma_sync(sum, a_tile, b_tile, sum);
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

template <class T>
T* managed(int n) {
  T* p = nullptr;
  cudaMallocManaged(&p, n * sizeof(T));
  return p;
}

int main() {
  half *a = managed<half>(kSize * kSize), *b = managed<half>(kSize * kSize);
  float* c = managed<float>(kSize * kSize);
  for (int i = 0; i < kSize * kSize; ++i) {
    a[i] = __float2half(static_cast<float>(i * 7 % 11 - 5));
    b[i] = __float2half(static_cast<float>(i * 5 % 13 - 6));
    c[i] = static_cast<float>(i % 9);
  }
  half_product<<<dim3(2, kSize / kTile), 64>>>(a, b, c, 0.5f, 2.0f);
  bool right = cudaDeviceSynchronize() == cudaSuccess;
  for (int row = 0; row < kSize; ++row) {
    for (int column = 0; column < kSize; ++column) {
      float sum = 0;
      for (int k = 0; k < kSize; ++k)
        sum += __half2float(a[row * kSize + k]) * __half2float(b[column * kSize + k]);
      const int at = row * kSize + column;
      right = right && c[at] == 0.5f * sum + 2.0f * static_cast<float>(at % 9);
    }
  }
  signed char* bytes = managed<signed char>(16 + 32 * 16 + 16 * 16);  // tiles of bytes lie at multiples of 16
  signed char *left = bytes + 16, *top = left + 32 * 16;
  int* sums = managed<int>(32 * 8);
  for (int i = 0; i < 32 * 16; ++i) left[i] = static_cast<signed char>(i % 251 - 125);
  for (int i = 0; i < 16 * 16; ++i) top[i] = static_cast<signed char>(i % 241 - 120);
  byte_product<<<1, 32>>>(left, top, sums);
  right = cudaDeviceSynchronize() == cudaSuccess && right;
  for (int row = 0; row < 32; ++row) {
    for (int column = 0; column < 8; ++column) {
      int sum = 0;
      for (int k = 0; k < 16; ++k) sum += left[k * 32 + row] * top[k * 16 + column];
      right = right && sums[column * 32 + row] == sum;
    }
  }
  half* halves = managed<half>(8 * 32);
  half_sums<<<1, 32>>>(a, halves);
  right = cudaDeviceSynchronize() == cudaSuccess && right;
  for (int i = 0; i < 8 * 32; ++i) {
    float sum = 0;
    for (int k = 0; k < 16; ++k) sum += __half2float(a[i / 32 * 16 + k]);
    right = right && __half2float(halves[i]) == 2 * sum + 1;
  }
  float *floats = managed<float>(2 * 16 * 8), *product = managed<float>(16 * 16);
  for (int i = 0; i < 2 * 16 * 8; ++i) floats[i] = static_cast<float>(i % 17 - 8);
  tf32_product<<<1, 32>>>(floats, floats + 16 * 8, product);
  right = cudaDeviceSynchronize() == cudaSuccess && right;
  for (int i = 0; i < 16 * 16; ++i) {
    float sum = 0;
    for (int k = 0; k < 8; ++k) sum += floats[i / 16 * 8 + k] * floats[16 * 8 + i % 16 * 8 + k];
    right = right && product[i] == sum;
  }
  cudaFree(floats);
  cudaFree(product);
  for (void* p : {(void*)a, (void*)b, (void*)c, (void*)bytes, (void*)sums, (void*)halves}) cudaFree(p);
  std::printf(right ? "right\n" : "wrong\n");
  return right ? 0 : 1;
}
