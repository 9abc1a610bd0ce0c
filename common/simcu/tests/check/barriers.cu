// SPDX-License-Identifier: Apache-2.0
// Barriers that some threads miss, and barriers that all threads reach.

#include "cases.h"

// expect: clean
// Threads without work return before the barrier, and the others need not wait for them.
__global__ void barrier_after_return_kernel(const int* in, int* out, int n) {
  __shared__ int s_tile[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  s_tile[threadIdx.x] = in[i] + i;
  __syncthreads();
  out[i] = s_tile[threadIdx.x / 2];
}
CASE(barrier_after_return) {
  barrier_after_return_kernel<<<2, 64>>>(zeros<int>(4096), zeros<int>(4096), 100);
}

// expect: clean
__global__ void barrier_early_return_kernel(const int* in, int* out) {
  __shared__ int s_value[64];
  const int t = threadIdx.x;
  if (t >= 50) {
    out[t] = 0;
    return;
  }
  s_value[t] = in[t];
  __syncthreads();
  out[t] = s_value[49 - t];
}
CASE(barrier_early_return) { barrier_early_return_kernel<<<1, 64>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: clean
// Threads without work store a zero and return. The barrier is in a function above the kernel in the file.
__device__ int sum_of_block(int* s_value, int mine, int n) {
  s_value[threadIdx.x] = mine;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += s_value[i];
  return sum;
}

__global__ void barrier_early_return_helper_kernel(const int* in, int* out, int n) {
  __shared__ int s_value[64];
  const int t = threadIdx.x;
  if (t >= n) {
    out[t] = 0;
    return;
  }
  out[t] = sum_of_block(s_value, in[t], n);
}
CASE(barrier_early_return_helper) {
  barrier_early_return_helper_kernel<<<1, 64>>>(zeros<int>(64), unset<int>(64, true), 50);
}

// expect: barrier-divergence
// Part of the block skips a barrier and waits at the next one.
__global__ void barrier_for_some_kernel(int* out) {
  if (threadIdx.x < 40) __syncthreads();
  out[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = threadIdx.x;
}
CASE(barrier_for_some) { barrier_for_some_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: barrier-divergence
// Part of the block waits at one barrier, and the rest at another one.
__global__ void barrier_in_branch_kernel(int* out) {
  if (threadIdx.x < 40)
    __syncthreads();
  else
    __syncthreads();
  out[threadIdx.x] = threadIdx.x;
}
CASE(barrier_in_branch) { barrier_in_branch_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: clean
// Threads without an element return before the barrier, which is in a function above the kernel.
__device__ int left_neighbour(int* s_value, int value) {
  s_value[threadIdx.x] = value;
  __syncthreads();
  return threadIdx.x > 0 ? s_value[threadIdx.x - 1] : 0;
}

__global__ void barrier_in_function_above_kernel(const int* in, int* out, int n) {
  __shared__ int s_value[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int value = in[i];
  if (i >= n) return;
  out[i] = left_neighbour(s_value, value);
}
CASE(barrier_in_function_above) {
  barrier_in_function_above_kernel<<<2, 64>>>(zeros<int>(4096), unset<int>(4096), 100);
}

// expect: barrier-passed at a b
// Half of the threads return from a function between its two barriers, and go on in the kernel below.
__device__ int left_of_left_neighbour(int* s_value, int value) {
  s_value[threadIdx.x] = value;
  __syncthreads();
  if (threadIdx.x >= 32) return 0;
  const int left = threadIdx.x > 0 ? s_value[threadIdx.x - 1] : 0;
  // The other threads wait here.
  __syncthreads();  // a
  s_value[threadIdx.x] = left;
  return left;
}

__global__ void barrier_in_function_passed_kernel(const int* in, int* out) {
  __shared__ int s_value[64];
  const int left = left_of_left_neighbour(s_value, in[threadIdx.x]);
  out[threadIdx.x] = left;  // b
}
CASE(barrier_in_function_passed) {
  barrier_in_function_passed_kernel<<<1, 64>>>(zeros<int>(4096), unset<int>(4096));
}

// expect: barrier-divergence
__global__ void barrier_in_loop_kernel(int* out) {
  for (unsigned round = 0; round < threadIdx.x / 32 + 1; ++round) __syncthreads();
  if (threadIdx.x < 32) __syncthreads();
  __syncthreads();
  out[threadIdx.x] = threadIdx.x;
}
CASE(barrier_in_loop) { barrier_in_loop_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: barrier-divergence
// The number of iterations of a loop with a barrier depends on the thread's number.
__global__ void barrier_loop_of_thread_kernel(int* out) {
  for (unsigned i = 0; i < threadIdx.x % 3; ++i) {
    out[threadIdx.x] = i;
    __syncthreads();
  }
  out[threadIdx.x + 64] = 1;
  __syncthreads();
}
CASE(barrier_loop_of_thread) { barrier_loop_of_thread_kernel<<<1, 64>>>(zeros<int>(4096)); }

// expect: barrier-divergence
// The two halves of a warp wait at two barriers on one line.
// clang-format off
__global__ void one_line_kernel(int* d_out) {
  if (threadIdx.x < 16) __syncthreads(); else { d_out[threadIdx.x] = 1; __syncthreads(); }
}
// clang-format on
CASE(barrier_one_line) { one_line_kernel<<<1, 32>>>(unset<int>(32)); }

// expect: barrier-passed at a b
// Half of the threads skip the barrier at which the others wait, and go on.
__global__ void barrier_passed_kernel(const int* in, int* out) {
  __shared__ int s_value[64];
  const int t = threadIdx.x;
  s_value[t] = in[t];
  if (t < 32) {
    __syncthreads();  // a
  }
  out[t] = s_value[t];  // b
}
CASE(barrier_passed) { barrier_passed_kernel<<<1, 64>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: barrier-passed at b c
// expect: race shared at a c
// may: race shared at c a
// Some threads skip the barrier and read what others write before it. The skipped barrier is reported first.
__global__ void barrier_passed_reader_kernel(int* out, int n) {
  __shared__ int s_value[64];
  const int t = threadIdx.x;
  if (t < n) {
    s_value[t] = t;   // a
    __syncthreads();  // b
  }
  out[t] = t < n ? s_value[t] : s_value[63 - t];  // c
}
CASE(barrier_passed_reader) { barrier_passed_reader_kernel<<<1, 64>>>(unset<int>(64), 40); }

// expect: clean
__global__ void barrier_same_branch_kernel(int* out) {
  if (blockIdx.x == 0)
    __syncthreads();
  else
    __syncthreads();
  out[threadIdx.x] = threadIdx.x;
}
CASE(barrier_same_branch) { barrier_same_branch_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: clean
// A loop ends for all threads at once, by a vote at the barrier.
__global__ void barrier_vote_kernel(int* out) {
  __shared__ int s_left;
  int mine = threadIdx.x % 7;
  if (threadIdx.x == 0) s_left = 0;
  while (__syncthreads_or(mine > 0)) {
    if (mine > 0) atomicAdd(&s_left, 1);
    --mine;
  }
  out[threadIdx.x] = s_left;
}
CASE(barrier_vote) { barrier_vote_kernel<<<1, 64>>>(zeros<int>(4096)); }

// expect: clean
// In the three phases of a launch, each block uses only its own part of an array.
__global__ void phases_kernel(int* data) {
  int* own = data + blockIdx.x * 64;
  own[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int other = own[63 - threadIdx.x];
  __syncthreads();
  own[threadIdx.x] = other * 2;
}
CASE(phases) { phases_kernel<<<4, 64>>>(zeros<int>(256)); }

// expect: clean
// CUDA requires only lanes that have not exited, and the results cover only these lanes.
__global__ void vote_after_return_kernel(const int* in, unsigned* out) {
  const unsigned lane = threadIdx.x;
  if (lane >= 20) return;
  int same = 0;
  const unsigned equal = __match_all_sync(0xffffffffu, in[lane], &same);
  const unsigned results[] = {__ballot_sync(0xffffffffu, in[lane] == 0),
                              static_cast<unsigned>(__any_sync(0xffffffffu, in[lane] != 0)),
                              static_cast<unsigned>(__all_sync(0xffffffffu, in[lane] == 0)),
                              __match_any_sync(0xffffffffu, in[lane]),
                              equal,
                              static_cast<unsigned>(same),
                              __reduce_add_sync(0xffffffffu, in[lane] + 1u),
                              __reduce_max_sync(0xffffffffu, lane),
                              __reduce_or_sync(0xffffffffu, 1u << lane)};
  if (lane != 0) return;
  for (int i = 0; i < 9; ++i) out[i] = results[i];
}
CASE(vote_after_return) {
  unsigned h_out[9];
  unsigned* const d_out = unset<unsigned>(9);
  vote_after_return_kernel<<<1, 32>>>(zeros<int>(32), d_out);
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  const unsigned all = (1u << 20) - 1, right[] = {all, 0, 1, all, all, 1, 20, 19, all};
  for (int i = 0; i < 9; ++i) {
    if (h_out[i] != right[i]) std::printf("result %d is %x, not %x\n", i, h_out[i], right[i]);
    status |= h_out[i] != right[i];
  }
}

// expect: syncwarp-absent at a b
// says: waits also names threads 20-31, which are elsewhere
// The same lanes wait at a barrier first, so they have not exited, but they do not come to the vote.
__global__ void vote_before_return_kernel(const int* in, unsigned* out) {
  if (threadIdx.x >= 20) {
    __syncthreads();  // a
    return;
  }
  const unsigned votes = __ballot_sync(0xffffffffu, in[threadIdx.x] == 0);  // b
  __syncthreads();
  if (threadIdx.x == 0) out[0] = votes;
}
CASE(vote_before_return) { vote_before_return_kernel<<<1, 32>>>(zeros<int>(32), unset<unsigned>(1)); }
