// SPDX-License-Identifier: Apache-2.0
// Races between blocks and between warps in global memory.

#include "cases.h"

// expect: race global-cross-launch at b a
// An asynchronous fill runs in one stream, and a kernel that adds to the memory runs in another.
__global__ void fill_beside_kernel_kernel(int* data) { atomicAdd(&data[threadIdx.x], 1); }  // a
CASE(fill_beside_kernel) {
  int* const d_out = zeros<int>(4096);
  const cudaStream_t a = stream(), b = stream();
  cudaDeviceSynchronize();
  cudaMemsetAsync(d_out, 0, 256, a);  // b
  fill_beside_kernel_kernel<<<1, 64, 0, b>>>(d_out);
}

// expect: clean
// A block's barrier also orders its accesses to global memory.
template <between what>
__global__ void global_block_kernel(int* data) {
  data[threadIdx.x] = threadIdx.x;  // a
  order<what>();
  data[threadIdx.x + 64] = data[63 - threadIdx.x];  // b
}
CASE(global_block_barrier) { global_block_kernel<barrier><<<1, 64>>>(zeros<int>(128)); }

// expect: race global-same-block at a b
CASE(global_block_no_barrier) { global_block_kernel<nothing><<<1, 64>>>(zeros<int>(128)); }

// expect: race global-same-block at a a
__global__ void global_block_shift_kernel(int* data) {
  if (threadIdx.x < 63) data[threadIdx.x] = data[threadIdx.x + 1] + 1;  // a
}
CASE(global_block_shift) { global_block_shift_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: clean
__global__ void global_block_shift_barrier_kernel(int* data) {
  const int right = data[(threadIdx.x + 1) % 64];
  __syncthreads();
  data[threadIdx.x] = right + threadIdx.x;
}
CASE(global_block_shift_barrier) { global_block_shift_barrier_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: clean
// A counter and fences implement a grid barrier.
template <between what>
__global__ void grid_barrier_by_hand_kernel(int* data, int* count, int* out) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;  // a
  order<what>();
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(count, 1);
    while (atomicAdd(count, 0) < static_cast<int>(gridDim.x)) {
    }
    order<what>();
  }
  __syncthreads();
  const int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = data[n - 1 - i];  // b
}
CASE(grid_barrier_by_hand) {
  int* const d_data = zeros<int>(4096);
  grid_barrier_by_hand_kernel<fence><<<4, 64>>>(d_data, d_data + 2048, zeros<int>(4096));
}

// expect: race global-cross-block at a b
CASE(grid_barrier_by_hand_no_fence) {
  int* const d_data = zeros<int>(4096);
  grid_barrier_by_hand_kernel<nothing><<<4, 64>>>(d_data, d_data + 2048, zeros<int>(4096));
}

// expect: race global-cross-block at a b
template <between what>
__global__ void grid_reverse_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;  // a
  order<what>();
  __syncthreads();
  data[256 + i] = data[255 - i];  // b
}
CASE(grid_barrier_of_one_block) { grid_reverse_kernel<nothing><<<4, 64>>>(zeros<int>(512)); }

// expect: race global-cross-block at a b
CASE(grid_fence_is_no_barrier) { grid_reverse_kernel<fence><<<4, 64>>>(zeros<int>(512)); }

// expect: clean
__global__ void grid_histogram_atomic_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&data[i % 8], 1);
}
CASE(grid_histogram_atomic) { grid_histogram_atomic_kernel<<<4, 64>>>(zeros<int>(512)); }

// expect: race global-cross-block at a a
__global__ void grid_histogram_one_thread_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) data[0] += i;  // a
}
CASE(grid_histogram_one_thread) { grid_histogram_one_thread_kernel<<<4, 64>>>(zeros<int>(512)); }

// expect: race global-cross-block at a a
// expect: race global-same-block at a a
__global__ void grid_histogram_plain_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  ++data[i % 8];  // a
}
CASE(grid_histogram_plain) { grid_histogram_plain_kernel<<<4, 64>>>(zeros<int>(512)); }

// expect: race global-cross-block at a b
__global__ void grid_neighbour_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) data[blockIdx.x] = i;                                // a
  if (threadIdx.x == 0) data[100 + i] = data[(blockIdx.x + 1) % gridDim.x];  // b
}
CASE(grid_neighbour) { grid_neighbour_kernel<<<4, 64>>>(zeros<int>(512)); }

// expect: race global-cross-block at a a
__global__ void grid_one_cell_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) data[0] = i;  // a
}
CASE(grid_one_cell) { grid_one_cell_kernel<<<4, 64>>>(zeros<int>(512)); }

// expect: clean
__global__ void grid_own_cells_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) data[blockIdx.x] = i;
}
CASE(grid_own_cells) { grid_own_cells_kernel<<<4, 64>>>(zeros<int>(512)); }

// expect: race global-cross-block at a b
// A scan step works in place over the whole grid, but its barrier orders only one block.
__global__ void grid_scan_in_place_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int left = i > 0 ? data[i - 1] : 0;  // a
  __syncthreads();
  data[i] += left + 1;  // b
}
CASE(grid_scan_in_place) { grid_scan_in_place_kernel<<<4, 64>>>(zeros<int>(512)); }

// expect: clean
__global__ void grid_scan_two_arrays_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int left = i > 0 ? data[i - 1] : 0;
  data[256 + i] = data[i] + left + 1;
}
CASE(grid_scan_two_arrays) { grid_scan_two_arrays_kernel<<<4, 64>>>(zeros<int>(512)); }
