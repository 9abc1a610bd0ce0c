// SPDX-License-Identifier: Apache-2.0
// The write-backs of one tail with remapping, and nothing else: 128 threads, two vectors of 16 bytes for
// each, next bits 6 to 0. Written in order, and with half of the threads writing their second vector first.
#include <cstdio>
#include <set>

#include "lab/device_buffer.h"

constexpr unsigned kThreads = 128;

// [lab07-places]
// Where thread t writes its first vector if the next step is that of bit lg(next); the second one goes to
// `next` further.
__host__ __device__ unsigned place_of_first(unsigned t, unsigned next) {
  return (t & next) != 0 ? kThreads + t - next : t;
}
// [lab07-places]

template <bool Swap>
__device__ void write_back_all(unsigned* d_out) {
  __shared__ uint4 s_vectors[2 * kThreads];
  const unsigned t = threadIdx.x;
  uint4 sum = make_uint4(0, 0, 0, 0);
  for (unsigned next = 64; next > 0; next /= 2) {
    const unsigned first = place_of_first(t, next), swapped = Swap ? t & next : 0;
    s_vectors[first + swapped] = make_uint4(t, next, 0, swapped);
    s_vectors[first + next - swapped] = make_uint4(t, next, 1, swapped);
    __syncthreads();
    sum.x += s_vectors[t].x + s_vectors[kThreads + t].x;
    __syncthreads();
  }
  d_out[t] = sum.x;
}
__global__ void write_back_kernel(unsigned* d_out) { write_back_all<false>(d_out); }
__global__ void write_back_swapped_kernel(unsigned* d_out) { write_back_all<true>(d_out); }

void print_store(unsigned next, bool swap, bool second) {
  std::set<unsigned> groups;
  std::printf("%8u  %4s  %6s ", next, swap ? "yes" : "no", second ? "second" : "first");
  for (unsigned t = 0; t < 8; ++t) {
    const unsigned swapped = swap ? t & next : 0;
    const unsigned place = place_of_first(t, next) + (second ? next - swapped : swapped);
    groups.insert(place % 8);
    std::printf(" %u", place % 8);
  }
  std::printf("  %zu\n", 8 / groups.size());
}

int main() {
  lab::device_buffer<unsigned> d_out(kThreads);
  write_back_kernel<<<1, kThreads>>>(d_out.data());
  write_back_swapped_kernel<<<1, kThreads>>>(d_out.data());
  CUDA_CHECK_LAUNCH("write_back_swapped_kernel");

  std::printf("places of threads 0 to 7 modulo 8, and how often the busiest is used\n");
  std::printf("distance  swap   store  t = 0 … 7\n");
  for (const unsigned next : {8u, 4u, 2u, 1u})
    for (const bool swap : {false, true})
      for (const bool second : {false, true}) print_store(next, swap, second);
}
