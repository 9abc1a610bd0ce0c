// SPDX-License-Identifier: Apache-2.0
// Textbook kernels: matrices, stencils, transposition, reduction, sorting networks.

#include "cases.h"

// expect: clean
constexpr int kTile = 8, kSize = 16;
template <between products>
__global__ void matrix_tiles_kernel(const int* a, int* c) {
  __shared__ int s_a[kTile][kTile], s_b[kTile][kTile + 1];
  const int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * kTile + x, row = blockIdx.y * kTile + y;
  int sum = 0;
  for (int t = 0; t < kSize; t += kTile) {
    s_a[y][x] = a[row * kSize + t + x] + row;    // a
    s_b[y][x] = a[(t + y) * kSize + col] + col;  // b
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += s_a[y][k] * s_b[k][x];  // c
    order<products>();
  }
  c[row * kSize + col] = sum;
}
CASE(matrix_tiles) {
  matrix_tiles_kernel<barrier><<<dim3(2, 2), dim3(kTile, kTile)>>>(zeros<int>(4096), zeros<int>(4096));
}

// expect: race shared at a c
// expect: race shared at b c
CASE(matrix_tiles_one_barrier) {
  matrix_tiles_kernel<nothing><<<dim3(2, 2), dim3(kTile, kTile)>>>(zeros<int>(4096), zeros<int>(4096));
}

// expect: race shared at a
// says: Lanes of a warp do not run in step: put a __syncthreads() between the two accesses, or a __syncwarp()
__global__ void reduce_tree_last_warp_kernel(const int* in, int* out) {
  __shared__ int s_sum[128];
  const unsigned t = threadIdx.x;
  s_sum[t] = in[t] + 1;
  __syncthreads();
  if (t < 64) s_sum[t] += s_sum[t + 64];
  __syncthreads();
  if (t < 32)
    for (int step = 32; step > 0; step /= 2) s_sum[t] += s_sum[t + step];  // a
  if (t == 0) out[0] = s_sum[0];
}
CASE(reduce_tree_last_warp) { reduce_tree_last_warp_kernel<<<1, 128>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: race shared at a b
// may: uninitialised-read shared at b
// A tree reduction's first step does not wait for the tile.
__global__ void reduce_tree_no_first_barrier_kernel(const int* in, int* out) {
  __shared__ int s_sum[128];
  s_sum[threadIdx.x] = in[threadIdx.x] + 1;  // a
  for (unsigned step = 64; step > 0; step /= 2) {
    if (threadIdx.x < step) s_sum[threadIdx.x] += s_sum[threadIdx.x + step];  // b
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = s_sum[0];
}
CASE(reduce_tree_no_first_barrier) {
  reduce_tree_no_first_barrier_kernel<<<1, 128>>>(zeros<int>(4096), zeros<int>(4096));
}

// expect: clean
__global__ void reduce_tree_syncwarp_kernel(const int* in, int* out) {
  __shared__ int s_sum[128];
  const unsigned t = threadIdx.x;
  s_sum[t] = in[t] + 1;
  __syncthreads();
  if (t < 64) s_sum[t] += s_sum[t + 64];
  __syncthreads();
  if (t < 32) {
    int sum = s_sum[t];
    for (int step = 32; step > 0; step /= 2) {
      sum += s_sum[t + step];
      __syncwarp();
      s_sum[t] = sum;
      __syncwarp();
    }
  }
  if (t == 0) out[0] = s_sum[0];
}
CASE(reduce_tree_syncwarp) { reduce_tree_syncwarp_kernel<<<1, 128>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: race global-cross-block at a b
// may: race global-cross-block at c
// may: race global-cross-block at a c
// may: race global-cross-block at b c
// A bitonic sort in global memory runs all steps of several blocks in one launch.
__global__ void sort_bitonic_global_kernel(int* keys) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int step = 128; step > 0; step /= 2) {
    const int j = i ^ step;
    if (j > i) {
      const int a = keys[i], b = keys[j];  // a
      if (a <= b) {
        keys[i] = b + 1;  // b
        keys[j] = a;      // c
      }
    }
    __syncthreads();
  }
}
CASE(sort_bitonic_global) { sort_bitonic_global_kernel<<<4, 64>>>(zeros<int>(4096)); }

// expect: clean
__global__ void sort_odd_even_kernel(const int* in, int* out) {
  __shared__ int s_keys[64];
  const int t = threadIdx.x;
  s_keys[t] = (in[t] + t * 37) % 64;
  __syncthreads();
  for (int round = 0; round < 64; ++round) {
    const int left = 2 * t + round % 2;
    if (left + 1 < 64 && s_keys[left] > s_keys[left + 1]) {
      const int key = s_keys[left];
      s_keys[left] = s_keys[left + 1];
      s_keys[left + 1] = key;
    }
    __syncthreads();
  }
  out[t] = s_keys[t];
}
CASE(sort_odd_even) { sort_odd_even_kernel<<<1, 64>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: clean
__global__ void stencil_halo_kernel(const int* in, int* out) {
  __shared__ int s_tile[64 + 2];
  const int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  const int l = threadIdx.x + 1;
  s_tile[l] = in[i];
  if (threadIdx.x == 0) s_tile[0] = i > 0 ? in[i - 1] : 0;
  if (threadIdx.x == blockDim.x - 1) s_tile[l + 1] = i + 1 < n ? in[i + 1] : 0;
  __syncthreads();
  out[i] = s_tile[l - 1] + s_tile[l] + s_tile[l + 1] + i;
}
CASE(stencil_halo) { stencil_halo_kernel<<<4, 64>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: uninitialised-read shared at a
__global__ void stencil_halo_forgotten_kernel(const int* in, int* out) {
  __shared__ int s_tile[64 + 2];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + 1;
  s_tile[l] = in[i];
  if (threadIdx.x == 0) s_tile[0] = i > 0 ? in[i - 1] : 0;
  __syncthreads();
  out[i] = s_tile[l - 1] + s_tile[l] + s_tile[l + 1];  // a
}
CASE(stencil_halo_forgotten) { stencil_halo_forgotten_kernel<<<4, 64>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: race global-cross-block at a b
// A stencil with a barrier overwrites its own input, so blocks race at their borders.
__global__ void stencil_in_place_kernel(int* data, int* out) {
  const int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  const int left = i > 0 ? data[i - 1] : 0, right = i + 1 < n ? data[i + 1] : 0;  // a
  __syncthreads();
  data[i] = left + right + 1;  // b
  out[i] = i;
}
CASE(stencil_in_place) { stencil_in_place_kernel<<<4, 64>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: clean
__global__ void transpose_padded_kernel(const int* in, int* out) {
  __shared__ int s_tile[16][17];
  for (int y = threadIdx.y; y < 16; y += 4) s_tile[y][threadIdx.x] = in[y * 16 + threadIdx.x] + y;
  __syncthreads();
  for (int y = threadIdx.y; y < 16; y += 4) out[y * 16 + threadIdx.x] = s_tile[threadIdx.x][y];
}
CASE(transpose_padded) { transpose_padded_kernel<<<1, dim3(16, 4)>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: uninitialised-read shared at a
// A transposition reads one column too many, which is the unwritten padding.
__global__ void transpose_padding_read_kernel(const int* in, int* out) {
  __shared__ int s_tile[16][17];
  s_tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = s_tile[threadIdx.x][threadIdx.y + 1];  // a
}
CASE(transpose_padding_read) {
  transpose_padding_read_kernel<<<1, dim3(16, 16)>>>(zeros<int>(4096), zeros<int>(4096));
}
