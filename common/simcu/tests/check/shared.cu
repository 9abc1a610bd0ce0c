// SPDX-License-Identifier: Apache-2.0
// Races in shared memory, and barriers that prevent them.

#include "cases.h"

// expect: clean
// Double buffering needs one barrier per round.
template <int buffers, between behind>
__global__ void shared_buffer_kernel(int* out) {
  __shared__ int s_tile[buffers][64];
  int sum = 0;
  for (int round = 0; round < 4; ++round) {
    s_tile[round % buffers][threadIdx.x] = round + threadIdx.x;  // a
    __syncthreads();
    sum += s_tile[round % buffers][63 - threadIdx.x];  // b
    order<behind>();
  }
  out[threadIdx.x] = sum;
}
CASE(shared_buffer_double) { shared_buffer_kernel<2, nothing><<<1, 64>>>(zeros<int>(64)); }

// expect: race shared at a b
// The next round overwrites values that slow threads still read.
CASE(shared_buffer_overwritten) { shared_buffer_kernel<1, nothing><<<1, 64>>>(zeros<int>(64)); }

// expect: clean
CASE(shared_buffer_two_barriers) { shared_buffer_kernel<1, barrier><<<1, 64>>>(zeros<int>(64)); }

// expect: clean
// Threads that have ended need not reach a barrier.
__global__ void shared_early_exit_kernel(int* out) {
  __shared__ int s_value[64];
  if (threadIdx.x >= 50) return;
  s_value[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s_value[49 - threadIdx.x];
}
CASE(shared_early_exit) { shared_early_exit_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: clean
__global__ void shared_histogram_atomic_kernel(int* out) {
  __shared__ int s_bins[8];
  if (threadIdx.x < 8) s_bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&s_bins[threadIdx.x % 8], 1);
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = s_bins[threadIdx.x];
}
CASE(shared_histogram_atomic) { shared_histogram_atomic_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: race shared at a a
__global__ void shared_histogram_plain_kernel(int* out) {
  __shared__ int s_bins[8];
  if (threadIdx.x < 8) s_bins[threadIdx.x] = 0;
  __syncthreads();
  ++s_bins[threadIdx.x % 8];  // a
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = s_bins[threadIdx.x];
}
CASE(shared_histogram_plain) { shared_histogram_plain_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: out-of-bounds shared at a
__global__ void shared_index_negative_kernel(const int* in, int* out) {
  __shared__ int s_a[64], s_b[64];
  const int t = threadIdx.x;
  s_a[t] = in[t];
  s_b[t] = t;
  __syncthreads();
  out[t] = s_a[t] - s_a[t - 1] + s_b[t];  // a
}
CASE(shared_index_negative) { shared_index_negative_kernel<<<1, 64>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: out-of-bounds shared at a
// An index past one shared array reaches the next array of the same declaration.
__global__ void shared_next_array_kernel(const int* in, int* out) {
  __shared__ int s_a[64], s_b[64];
  const int t = threadIdx.x;
  s_a[t] = in[t];
  s_b[t] = t;
  __syncthreads();
  out[t] = s_a[t + 1] + s_b[t];  // a
}
CASE(shared_next_array) { shared_next_array_kernel<<<1, 64>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: clean
// One declaration has several arrays, including pointers and two dimensions. Each is used within its bounds.
__global__ void shared_next_array_apart_kernel(const int* in, int* out) {
  __shared__ int s_a[64], s_b[4][16], *s_pointer;
  const int t = threadIdx.x;
  s_a[t] = in[t];
  s_b[t / 16][t % 16] = t;
  if (t == 0) s_pointer = s_a;
  __syncthreads();
  out[t] = s_pointer[63 - t] + s_b[3 - t / 16][15 - t % 16];
}
CASE(shared_next_array_apart) {
  shared_next_array_apart_kernel<<<1, 64>>>(zeros<int>(4096), zeros<int>(4096));
}

// expect: clean
__global__ void shared_one_writer_kernel(int* out) {
  __shared__ int s_value;
  if (threadIdx.x == 40) s_value = 7;
  __syncthreads();
  out[threadIdx.x] = s_value;
}
CASE(shared_one_writer) { shared_one_writer_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: clean
template <between steps>
__global__ void shared_reduce_kernel(int* out) {
  __shared__ int s_sum[64];
  s_sum[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int step = 32; step > 0; step /= 2) {
    if (threadIdx.x < step) s_sum[threadIdx.x] += s_sum[threadIdx.x + step];  // a
    order<steps>();
  }
  if (threadIdx.x == 0) out[0] = s_sum[0];
}
CASE(shared_reduce_barrier) { shared_reduce_kernel<barrier><<<1, 64>>>(zeros<int>(64)); }

// expect: race shared at a a
CASE(shared_reduce_no_barrier) { shared_reduce_kernel<nothing><<<1, 64>>>(zeros<int>(64)); }

// expect: race shared at a b
// may: uninitialised-read shared at b
// says: earlier write of 4 bytes by block
__global__ void shared_reset_beside_atomics_kernel(int* out) {
  __shared__ int s_count;
  if (threadIdx.x == 0) s_count = 0;  // a
  atomicAdd(&s_count, 1);             // b
  __syncthreads();
  if (threadIdx.x == 0) out[0] = s_count;
}
CASE(shared_reset_beside_atomics) { shared_reset_beside_atomics_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: clean
template <int buffers>
__global__ void shared_scan_kernel(int* out) {
  __shared__ int s_scan[2][64];
  int from = 0;
  s_scan[0][threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int step = 1; step < 64; step *= 2) {
    int value = s_scan[from][threadIdx.x];
    if (threadIdx.x >= step) value += s_scan[from][threadIdx.x - step];  // a
    from = (from + 1) % buffers;
    s_scan[from][threadIdx.x] = value;  // b
    __syncthreads();
  }
  out[threadIdx.x] = s_scan[from][threadIdx.x];
}
CASE(shared_scan_double) { shared_scan_kernel<2><<<1, 64>>>(zeros<int>(64)); }

// expect: race shared at b a
// A scan in place overwrites values that other threads still read in the same step.
CASE(shared_scan_in_place) { shared_scan_kernel<1><<<1, 64>>>(zeros<int>(64)); }

// expect: clean
template <between what>
__global__ void shared_tile_kernel(int* out) {
  __shared__ int s_tile[64];
  s_tile[threadIdx.x] = threadIdx.x;  // a
  order<what>();
  out[threadIdx.x] = s_tile[63 - threadIdx.x];  // b
}
CASE(shared_tile_barrier) { shared_tile_kernel<barrier><<<1, 64>>>(zeros<int>(64)); }

// expect: race shared at a b
// may: uninitialised-read shared at b
// A fence does not wait for other threads.
CASE(shared_tile_fence) { shared_tile_kernel<block_fence><<<1, 64>>>(zeros<int>(64)); }

// expect: race shared at a b
// may: uninitialised-read shared at b
CASE(shared_tile_no_barrier) { shared_tile_kernel<nothing><<<1, 64>>>(zeros<int>(64)); }

// expect: race shared at a b
// may: uninitialised-read shared at b
CASE(shared_tile_syncwarp) { shared_tile_kernel<warp_barrier><<<1, 64>>>(zeros<int>(64)); }

// expect: race shared at a a
__global__ void shared_two_writers_kernel(int* out) {
  __shared__ int s_last;
  s_last = threadIdx.x;  // a
  __syncthreads();
  if (threadIdx.x == 0) out[0] = s_last;
}
CASE(shared_two_writers) { shared_two_writers_kernel<<<1, 64>>>(zeros<int>(64)); }
