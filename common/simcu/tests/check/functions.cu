// SPDX-License-Identifier: Apache-2.0
// Stores that functions, including compiler and math functions, make for their callers.
#include <cmath>
#include <cstring>
#include <new>

#include "cases.h"

// expect: race shared at b a
// says: If both lines are in a loop, its next iteration begins too early: put a __syncthreads() at the end
// The next iteration overwrites the pairs in shared memory too early.
struct segment_sum {
  int starts, sum;
};
__device__ segment_sum combined(segment_sum left, segment_sum right) {
  return {left.starts | right.starts, right.starts ? right.sum : left.sum + right.sum};
}
__global__ void argument_by_value_kernel(const int* d_in, int* d_out) {
  __shared__ segment_sum s_parts[64];
  segment_sum carry = {0, 0};
  for (int round = 0; round < 2; ++round) {
    const segment_sum mine = {threadIdx.x % 8 == 0, d_in[threadIdx.x]};
    s_parts[threadIdx.x] = mine;  // a
    __syncthreads();
    segment_sum before = carry;
    carry = {0, 0};
    for (int i = 0; i < 64; ++i) {
      carry = combined(carry, s_parts[i]);  // b
      if (i <= static_cast<int>(threadIdx.x)) before = combined(before, carry);
    }
    d_out[threadIdx.x] = before.sum;
  }
}
CASE(argument_by_value) { argument_by_value_kernel<<<1, 64>>>(zeros<int>(64), unset<int>(64)); }

// expect: race shared at a b
// may: uninitialised-read shared at b
// The compiler itself makes 12-byte copies.
struct triple {
  unsigned words[3];
};
template <between what>
__global__ void builtin_copies_kernel(unsigned* out) {
  __shared__ triple s_triples[64];
  const triple mine{{threadIdx.x, 1, 2}};
  triple other;
  __builtin_memcpy(&s_triples[threadIdx.x], &mine, sizeof mine);  // a
  order<what>();
  __builtin_memcpy(&other, &s_triples[63 - threadIdx.x], sizeof other);  // b
  out[threadIdx.x] = other.words[0];
}
CASE(builtin_copies) { builtin_copies_kernel<nothing><<<1, 64>>>(unset<unsigned>(64)); }

// expect: clean
CASE(builtin_copies_barrier) { builtin_copies_kernel<barrier><<<1, 64>>>(unset<unsigned>(64, true)); }

// expect: clean
// Math functions store through a pointer, to global and to shared memory.
__global__ void math_stores_kernel(float* sines, double* wholes, int* exponents, float* out) {
  __shared__ float s_cosines[32], s_wholes[32];
  __shared__ int s_exponents[32], s_quotients[32];
  const int i = threadIdx.x, next = (i + 1) % 32;
  sincosf(0.1f * i, &sines[i], &s_cosines[i]);
  modf(1.5 * i, &wholes[i]);
  modff(2.5f * i, &s_wholes[i]);
  frexp(3.0 * i, &exponents[i]);
  frexpf(5.0f * i, &s_exponents[i]);
  remquof(7.0f * i, 3.0f, &s_quotients[i]);
  __syncthreads();
  const float number = sines[next] + s_cosines[next] + static_cast<float>(wholes[next]) + s_wholes[next];
  out[i] = number + exponents[next] + s_exponents[next] + (s_quotients[next] & 7) + (isnan(nanf("")) ? 1 : 0);
}
CASE(math_stores) {
  math_stores_kernel<<<1, 32>>>(unset<float>(32), unset<double>(32), unset<int>(32), unset<float>(32, true));
}

// expect: race shared at a b
__global__ void math_stores_race_kernel(float* out) {
  __shared__ float s_sines[64];
  const int i = threadIdx.x;
  float cosine;
  s_sines[i] = 0;
  __syncthreads();
  sincosf(0.1f * i, &s_sines[i], &cosine);   // a
  out[i] = s_sines[(i + 32) % 64] + cosine;  // b
}
CASE(math_stores_race) { math_stores_race_kernel<<<1, 64>>>(unset<float>(64)); }

// expect: clean
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__global__ void recursion_kernel(int* out) { out[threadIdx.x] = fibonacci(threadIdx.x % 10); }
CASE(recursion) { recursion_kernel<<<1, 64>>>(zeros<int>(64)); }

// expect: clean
// Functions return structures of sizes that fit no register, and store them directly in arrays.
struct rgb {
  unsigned char r, g, b;
};
struct word {
  char letters[11];
};
struct pixel {
  rgb colour;
  short depth;
};

__device__ __noinline__ rgb grey(int level) {
  const auto v = static_cast<unsigned char>(level);
  return {v, v, v};
}
__device__ __noinline__ word spell(int first) {
  word w;
  for (int i = 0; i < 11; ++i) w.letters[i] = static_cast<char>('a' + (first + i) % 26);
  return w;
}

__global__ void returned_bytes_kernel(rgb* image, uchar3* picture, pixel* pixels, word* words) {
  __shared__ rgb s_tile[64];
  const int t = threadIdx.x;
  s_tile[t] = grey(t);
  __syncthreads();
  image[t] = s_tile[63 - t];
  rgb* p = image + 64 + 2 * t;
  *p++ = grey(2 * t);
  *p = grey(2 * t + 1);
  picture[t] = make_uchar3(1, 2, 3);
  pixels[t].depth = 5;
  (pixels + t)->colour = grey(7);
  switch (t % 4) {
    case 0:
      picture[t] = make_uchar3(4, 5, 6);
      break;
    case 1:
      picture[t] = t < 32 ? make_uchar3(7, 8, 9) : make_uchar3(0, 0, 1);
  }
  if (t % 2 == 0)
    words[t] = spell(t);
  else
    words[t] = spell(1);
}

__global__ void returned_bytes_sum_kernel(const rgb* image, const uchar3* picture, const pixel* pixels,
                                          const word* words, int* sum) {
  const int t = threadIdx.x;
  sum[t] = image[t].g + image[64 + t].r + image[128 + t].b + picture[t].z + pixels[t].colour.b +
           pixels[t].depth + words[t].letters[10];
}
CASE(returned_bytes) {
  rgb* const d_image = unset<rgb>(192);
  uchar3* const d_picture = unset<uchar3>(64);
  pixel* const d_pixels = unset<pixel>(64);
  word* const d_words = unset<word>(64);
  returned_bytes_kernel<<<1, 64>>>(d_image, d_picture, d_pixels, d_words);
  returned_bytes_sum_kernel<<<1, 64>>>(d_image, d_picture, d_pixels, d_words, unset<int>(64, true));
}

// expect: clean
// If the checkers missed one of these stores, a later read would look uninitialised.
struct line {
  unsigned char at[24];
};
struct flags {
  unsigned low : 3, high : 5;
};

__device__ __noinline__ rgb operator+(rgb x, rgb y) {
  return {static_cast<unsigned char>(x.r + y.r), static_cast<unsigned char>(x.g + y.g),
          static_cast<unsigned char>(x.b + y.b)};
}
__device__ __noinline__ line ramp(int first) {
  line l;
  for (int i = 0; i < 24; ++i) l.at[i] = static_cast<unsigned char>(first + i);
  return l;
}

__global__ void returned_bytes_on_the_way_kernel(int* sum) {
  __shared__ rgb s_chain[64], s_again[64], s_mixed[64], s_loop[64], s_one;
  __shared__ rgb s_group[64], s_braces[64];
  __shared__ line s_lines[64], s_more[64], s_cast[64];
  __shared__ flags s_flags[64];
  const int t = threadIdx.x;
  s_chain[t] = s_again[t] = grey(t);
  s_lines[t] = s_more[t] = ramp(t);
  if (t == 0) s_one = grey(9);
  rgb& mine = s_mixed[t];
  mine = grey(1) + grey(t);
  for (int i = t; i < 64; s_loop[i] = grey(i), i += 64) {
  }
  s_flags[t] = {1, 2};
  s_flags[t].low = t > 32 ? s_flags[t].low : s_flags[t].high;
  s_flags[t].high = s_flags[t].low + 1;
  __syncthreads();
  const int o = 63 - t;
  sum[t] = s_chain[o].r + s_again[o].g + s_mixed[o].b + s_loop[o].g + s_one.b + s_lines[o].at[23] +
           s_more[o].at[0] + static_cast<int>(s_flags[o].high);
  __syncthreads();
  s_chain[t] = grey(t) + grey(2), s_again[t] = t < 32 ? s_one : grey(3) + s_one;
  s_group[t] = (grey(4)), s_braces[t] = rgb{grey(5)};
  s_cast[t] = (line)ramp(6);
  __syncthreads();
  sum[t] += s_chain[o].b + s_again[o].r + s_group[o].r + s_braces[o].g + s_cast[o].at[9];
}
CASE(returned_bytes_on_the_way) { returned_bytes_on_the_way_kernel<<<1, 64>>>(unset<int>(64, true)); }

// expect: race shared at b a
// The next iteration overwrites the structures too early.
__device__ __noinline__ segment_sum added(segment_sum left, segment_sum right) {
  return {left.starts + right.starts, left.sum + right.sum};
}
struct cell {
  segment_sum sum;
};
__global__ void argument_of_a_call_kernel(int* d_out) {
  __shared__ cell s_cells[64];
  const unsigned t = threadIdx.x;
  for (int round = 0; round < 2; ++round) {
    new (&s_cells[t]) cell{added({round, 1}, {0, 1})};  // a
    __syncthreads();
    d_out[t] = added(s_cells[t].sum, s_cells[63 - t].sum).sum;  // b
  }
}
CASE(argument_of_a_call) { argument_of_a_call_kernel<<<1, 64>>>(unset<int>(64)); }

// expect: clean
__global__ void argument_of_a_call_barrier_kernel(int* d_out) {
  __shared__ cell s_cells[64];
  const unsigned t = threadIdx.x;
  for (int round = 0; round < 2; ++round) {
    new (&s_cells[t]) cell{added({round, 1}, {0, 1})};
    __syncthreads();
    d_out[t] = added(s_cells[t].sum, s_cells[63 - t].sum).sum;
    __syncthreads();
  }
}
CASE(argument_of_a_call_barrier) { argument_of_a_call_barrier_kernel<<<1, 64>>>(unset<int>(64)); }

// expect: race global-same-block at a
__global__ void returned_bytes_race_kernel(rgb* image) { image[threadIdx.x / 2] = grey(threadIdx.x); }  // a
CASE(returned_bytes_race) { returned_bytes_race_kernel<<<1, 64>>>(unset<rgb>(64)); }

// expect: host-pointer at a
// A function's result is constructed at its destination, which is in host memory.
struct three {
  unsigned long word[3];
};
__device__ __noinline__ three triple(unsigned long x) {
  return {x, x + 1, x + 2};  // a
}
struct holder {
  three made;
  __device__ explicit holder(unsigned x) : made(triple(x)) {}
};
__global__ void constructed_kernel(void* to) { new (to) holder(threadIdx.x); }
CASE(constructed) {
  alignas(holder) static char on_host[sizeof(holder)];
  constructed_kernel<<<1, 1>>>(on_host);
}

// expect: clean
// Objects with a virtual table are created in shared and global memory. The constructor stores the table's
// pointer.
struct shape {
  __device__ virtual int area() const = 0;
};
struct square : shape {
  int side;
  __device__ explicit square(int s) : side(s) {}
  __device__ int area() const override { return side * side; }
};

__global__ void virtual_in_shared_kernel(unsigned char* memory, int* out) {
  __shared__ alignas(16) unsigned char s_buffer[64];
  if (threadIdx.x == 0) {
    new (s_buffer) square(3);
    new (memory) square(4);
  }
  __syncthreads();
  out[threadIdx.x] =
      reinterpret_cast<const shape*>(s_buffer)->area() + reinterpret_cast<const shape*>(memory)->area();
}
CASE(virtual_in_shared) {
  virtual_in_shared_kernel<<<1, 64>>>(unset<unsigned char>(64), unset<int>(64, true));
}
