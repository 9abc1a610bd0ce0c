// SPDX-License-Identifier: Apache-2.0
// Calls of Thrust.
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>

#include "cases.h"

// expect: out-of-bounds global at b
// expect: out-of-bounds global at a
// expect: uninitialised-read global at c
// says: called at
// Errors in a call of Thrust are reported at the call: a range that is too short, elements that nobody has
// written. What a functor does is reported at its line.
struct next {
  const int* all;
  __device__ int operator()(int i) const { return all[i + 1]; }  // a
};
CASE(library_calls_wrong) {
  thrust::device_vector<int> d_in(100), d_half(50), d_out(100);
  thrust::sequence(d_in.begin(), d_in.end());
  thrust::transform(d_in.begin(), d_in.end(), d_out.begin(), thrust::negate<int>());  // right
  std::printf("%d\n", thrust::reduce(d_out.begin(), d_out.end()));

  int* const d_raw = unset<int>(100);
  // An output that is too short, a functor that reads the element after the last, values nobody
  // wrote.
  thrust::transform(d_in.begin(), d_in.end(), d_half.begin(), thrust::negate<int>());  // b
  thrust::transform(d_in.begin(), d_in.end(), d_out.begin(), next{d_in.data().get()});
  const thrust::device_ptr<int> d_fresh(d_raw);
  (void)thrust::reduce(d_fresh, d_fresh + 100);  // c
  status |= cudaDeviceSynchronize() != cudaSuccess;
}
