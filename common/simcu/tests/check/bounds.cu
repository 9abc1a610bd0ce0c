// SPDX-License-Identifier: Apache-2.0
// Accesses outside arrays.

#include "cases.h"

// expect: out-of-bounds global at a
// says: `d_in[-1]`, 4 bytes before the start of the 1000-byte allocation
// says: compare it with zero
// The first element's left neighbour is read. Another allocation precedes the array, but its end is further
// away.
__global__ void bounds_before_second_kernel(const int* d_in, int* d_out) {
  const int i = threadIdx.x;
  d_out[i] = d_in[i] - d_in[i - 1];  // a
}
CASE(bounds_before_second) { bounds_before_second_kernel<<<1, 64>>>(zeros<int>(250), unset<int>(250)); }

// expect: out-of-bounds global at a
__device__ int table[10];
__global__ void bounds_constant_kernel(int* out, int index) {
  if (threadIdx.x == 0) out[0] = table[index];  // a
}
CASE(bounds_constant) { bounds_constant_kernel<<<1, 64>>>(zeros<int>(64), 10); }

// expect: out-of-bounds shared at a
// may: out-of-bounds shared at b
// says: The third number in <<<...>>> is the size of an extern __shared__ array in bytes.
__global__ void bounds_dynamic_shared_kernel(int* out) {
  extern __shared__ int s_value[];
  s_value[threadIdx.x] = threadIdx.x;       // a
  out[threadIdx.x] = s_value[threadIdx.x];  // b
}
CASE(bounds_dynamic_shared) { bounds_dynamic_shared_kernel<<<1, 64, 60 * sizeof(int)>>>(zeros<int>(64)); }

// expect: clean
__global__ void bounds_loop_kernel(int* data, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) data[i] = i;  // a
}
CASE(bounds_exact) { bounds_loop_kernel<<<1, 64>>>(zeros<int>(101), 101); }

// expect: out-of-bounds global at a
CASE(bounds_first_after) { bounds_loop_kernel<<<1, 64>>>(zeros<int>(100), 101); }

// expect: out-of-bounds global at a
__global__ void bounds_far_kernel(int* data) {
  if (threadIdx.x == 5) data[1 << 20] = 1;  // a
}
CASE(bounds_far) { bounds_far_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: out-of-bounds global at a
// A thread reads the first byte past the end of an allocation of odd size.
__global__ void bounds_first_byte_after_kernel(char* data, int count) {
  if (threadIdx.x == 0) data[1] = data[count];  // a
}
CASE(bounds_first_byte_after) { bounds_first_byte_after_kernel<<<1, 64>>>(zeros<char>(101), 101); }

// expect: out-of-bounds global at a
__global__ void bounds_negative_kernel(int* data) { data[static_cast<int>(threadIdx.x) - 1] = 1; }  // a
CASE(bounds_negative) { bounds_negative_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: out-of-bounds global at a
__global__ void bounds_null_kernel(int* data) {
  if (threadIdx.x == 0) data[0] = 1;  // a
}
CASE(bounds_null) { bounds_null_kernel<<<1, 64>>>(nullptr); }

// expect: out-of-bounds global at a
// The last 4 bytes of an 8-byte access are past the end.
__global__ void bounds_partly_after_kernel(int* data, int count) {
  if (threadIdx.x == 0) reinterpret_cast<long long*>(data)[count / 2] = 1;  // a
}
CASE(bounds_partly_after) { bounds_partly_after_kernel<<<1, 64>>>(zeros<int>(101), 101); }

// expect: out-of-bounds global at a
// says: reads 4 bytes outside pinned host memory: 0 bytes past the end of 4096 bytes
// A kernel reads one element past the end of mapped host memory.
__global__ void bounds_pinned_kernel(const int* mapped, int* d_out) {
  d_out[threadIdx.x] = mapped[threadIdx.x];  // a
}
CASE(bounds_pinned) {
  int* h_mapped;
  cudaMallocHost(&h_mapped, 4096);
  for (int i = 0; i < 1024; ++i) h_mapped[i] = i;
  bounds_pinned_kernel<<<1, 64>>>(h_mapped + 961, unset<int>(1024));
  cudaDeviceSynchronize();
  cudaFreeHost(h_mapped);
}

// expect: out-of-bounds shared at a
__global__ void bounds_shared_kernel(int* out, int count) {
  __shared__ int s_value[50];
  if (threadIdx.x <= count) s_value[threadIdx.x] = threadIdx.x;  // a
  __syncthreads();
  if (threadIdx.x < 50) out[threadIdx.x] = s_value[threadIdx.x];
}
CASE(bounds_shared) { bounds_shared_kernel<<<1, 64>>>(zeros<int>(64), 50); }

// expect: out-of-bounds shared at a
// A thread reads before the first shared array, with a signed index.
template <class Index>
__global__ void bounds_shared_below_kernel(int* out, Index back) {
  __shared__ int s_keys[64];
  s_keys[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = s_keys[static_cast<Index>(threadIdx.x) - back];  // a
}
CASE(bounds_shared_below) { bounds_shared_below_kernel<<<1, 64>>>(unset<int>(64), 1); }

// expect: out-of-bounds shared at a
// A thread reads before the first shared array. Its index is unsigned, which leads 2^32 elements further.
CASE(bounds_shared_unsigned) { bounds_shared_below_kernel<<<1, 64>>>(unset<int>(64), 1u); }

// expect: clean
__global__ void bounds_shared_exact_kernel(int* out) {
  __shared__ int s_first[16];
  __shared__ char s_second[15];
  if (threadIdx.x < 16) s_first[threadIdx.x] = 1;
  if (threadIdx.x < 15) s_second[threadIdx.x] = 2;
  __syncthreads();
  if (threadIdx.x < 15) out[threadIdx.x] = s_first[threadIdx.x + 1] + s_second[threadIdx.x];
}
CASE(bounds_shared_exact) { bounds_shared_exact_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: out-of-bounds shared at a
// A thread writes past the end of one shared array, where another one may begin.
__global__ void bounds_shared_neighbour_kernel(int* out, int count) {
  __shared__ int s_first[16];
  __shared__ int s_second[16];
  if (threadIdx.x < 16) s_second[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x < count) s_first[threadIdx.x] = 2;  // a
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = s_first[threadIdx.x] + s_second[threadIdx.x];
}
CASE(bounds_shared_neighbour) { bounds_shared_neighbour_kernel<<<1, 64>>>(zeros<int>(64), 17); }

// expect: out-of-bounds global at a
// says: far out of bounds: an unsigned index of `d_in` fell below zero
// An unsigned index falls below zero, which leads 2^32 elements past the array's start.
__global__ void bounds_unsigned_kernel(unsigned* d_out, const unsigned* d_in) {
  d_out[threadIdx.x] = d_in[threadIdx.x - 1];  // a
}
CASE(bounds_unsigned) { bounds_unsigned_kernel<<<1, 64>>>(unset<unsigned>(64), zeros<unsigned>(64)); }

// expect: out-of-bounds global at a
// says: writes 4 bytes outside every allocation:
// A thread writes far outside the only writable array, and near an array that is only read.
// The report does not call the address an element of that array.
__global__ void bounds_write_beside_const_kernel(const int* d_in, int* d_out, long long by) {
  d_out[by] = d_in[0];  // a
}
CASE(bounds_write_beside_const) {
  int* const d_out = unset<int>(64);
  int* const d_in = zeros<int>(64);
  bounds_write_beside_const_kernel<<<1, 1>>>(d_in, d_out, d_in - d_out + 66);
}

// expect: out-of-bounds global at a
__global__ void negative_index_kernel(const int* in, int* out) {
  const int i = threadIdx.x;
  out[i] = in[i] - in[i - 1];  // a
}
CASE(negative_index) { negative_index_kernel<<<1, 64>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: out-of-bounds global at a
__global__ void pitch_past_end_kernel(char* data, size_t pitch) { data[threadIdx.x * pitch] = 1; }  // a
CASE(pitch_past_end) {
  char* d_data;
  size_t pitch;
  cudaMallocPitch(&d_data, &pitch, 100, 8);
  pitch_past_end_kernel<<<1, 9>>>(d_data, pitch);
  cudaFree(d_data);
}

// expect: uninitialised-read global at a
// A kernel addresses the rows of a pitched allocation by the width instead of the pitch.
__global__ void pitch_taken_for_width_kernel(const char* in, int* out, int width) {
  out[threadIdx.x] = in[threadIdx.x * width + width - 1];  // a
}
CASE(pitch_taken_for_width) {
  char* d_in;
  size_t pitch;
  cudaMallocPitch(&d_in, &pitch, 100, 8);
  cudaMemset2D(d_in, pitch, 1, 100, 8);
  pitch_taken_for_width_kernel<<<1, 8>>>(d_in, unset<int>(8), 128);
  cudaFree(d_in);
}

// expect: undefined-shift at a
// expect: undefined-shift host at b
// expect: undefined-shift host at c
// says: undefined-shift in kernel `shift_too_far_kernel`: shifts a 32-bit number by 32, which
// says: undefined-shift (host): host code shifts a 64-bit number by -1, which
// says: undefined-shift (host): host code shifts a 32-bit number by 40, which
// A kernel shifts by the full width of a number, and the host by a negative count. Shifts by fewer bits, and
// shifts of wider numbers, are fine.
__global__ void shift_too_far_kernel(unsigned* out, int bits) {
  const unsigned long long wide = 1ull << (bits + threadIdx.x);
  out[threadIdx.x] = (1u << (bits + threadIdx.x)) - 1 + static_cast<unsigned>(wide >> 40);  // a
}
CASE(shift_too_far) {
  volatile int back = -1;
  volatile const unsigned long long mask = 5ull << back;                      // b
  volatile const unsigned narrow = 5u << (static_cast<__int128>(back) + 41);  // c
  shift_too_far_kernel<<<1, 2>>>(unset<unsigned>(2), 31);
  status |= cudaDeviceSynchronize() != cudaSuccess || mask == 7 || narrow == 7;
}

// expect: clean
__global__ void tail_kernel(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i;  // a
}
CASE(tail_guarded) { tail_kernel<<<65, 64>>>(zeros<int>(4096), 4096); }

// expect: out-of-bounds global at a
CASE(tail_off_by_one) { tail_kernel<<<65, 64>>>(zeros<int>(4096), 4097); }

// expect: race global-cross-block at a b
// A two-dimensional kernel reads the row above, which belongs to another block.
__global__ void two_dimensions_kernel(int* grid, int* out, int width) {
  const int x = threadIdx.x, y = blockIdx.x;
  grid[y * width + x] = x + y;  // a
  __syncthreads();
  if (y > 0) out[y * width + x] = grid[(y - 1) * width + x];  // b
}
CASE(two_dimensions) { two_dimensions_kernel<<<4, 32>>>(zeros<int>(4096), zeros<int>(4096), 32); }
