// SPDX-License-Identifier: Apache-2.0
// Does only the write-backs of one tail with remapping: 128 threads with two 16-byte vectors each, for next
// bits 6 to 0. In the first kernel, all threads write their vectors in order. In the other three, half of the
// threads write their second vector first; the lab chooses these threads in one way, the source in two.
#include <cstdio>
#include <set>

#include "lab/device_buffer.h"

constexpr unsigned kThreads = 128;

// [lab07-places]
// Where thread t writes its first vector if the next step is that of bit lg(next). The second vector goes
// `next` places later.
__host__ __device__ unsigned place_of_first(unsigned t, unsigned next) {
  return (t & next) != 0 ? kThreads + t - next : t;
}
// [lab07-places]

enum class swap { nobody, bit_set, odd_threads, upper_half };
__host__ __device__ constexpr bool swaps(swap who, unsigned t, unsigned next) {
  return who == swap::bit_set       ? (t & next) != 0
         : who == swap::odd_threads ? t % 2 == 1
         : who == swap::upper_half  ? t % 32 >= 16
                                    : false;
}

template <swap Who>
__device__ void write_back_all(unsigned* d_out) {
  __shared__ uint4 s_vectors[2 * kThreads];
  const unsigned t = threadIdx.x;
  uint4 sum = make_uint4(0, 0, 0, 0);
  for (unsigned next = 64; next > 0; next /= 2) {
    const unsigned first = place_of_first(t, next), swapped = swaps(Who, t, next) ? next : 0;
    s_vectors[first + swapped] = make_uint4(t, next, 0, swapped);
    s_vectors[first + next - swapped] = make_uint4(t, next, 1, swapped);
    __syncthreads();
    sum.x += s_vectors[t].x + s_vectors[kThreads + t].x;
    __syncthreads();
  }
  d_out[t] = sum.x;
}
__global__ void write_back_kernel(unsigned* d_out) { write_back_all<swap::nobody>(d_out); }
__global__ void write_back_swapped_kernel(unsigned* d_out) { write_back_all<swap::bit_set>(d_out); }
__global__ void write_back_odd_kernel(unsigned* d_out) { write_back_all<swap::odd_threads>(d_out); }
__global__ void write_back_upper_half_kernel(unsigned* d_out) { write_back_all<swap::upper_half>(d_out); }

void print_store(unsigned next, swap who, bool second) {
  std::set<unsigned> groups;
  std::printf("%8u  %4s  %6s ", next, who == swap::bit_set ? "yes" : "no", second ? "second" : "first");
  for (unsigned t = 0; t < 8; ++t) {
    const unsigned swapped = swaps(who, t, next) ? next : 0;
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
  write_back_odd_kernel<<<1, kThreads>>>(d_out.data());
  write_back_upper_half_kernel<<<1, kThreads>>>(d_out.data());
  CUDA_CHECK_LAUNCH("write_back_upper_half_kernel");

  std::printf("places of threads 0 to 7 modulo 8, and how often the busiest is used\n");
  std::printf("distance  swap   store  t = 0 … 7\n");
  for (const unsigned next : {8u, 4u, 2u, 1u})
    for (const swap who : {swap::nobody, swap::bit_set})
      for (const bool second : {false, true}) print_store(next, who, second);
  return 0;
}
