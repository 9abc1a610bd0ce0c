// expect: out-of-bounds global at 33
// expect: out-of-bounds global at 20
// expect: uninitialised-read global at 36
// expect: out-of-bounds global at 42
// expect: out-of-bounds global at 45
// says: called at
// says: the temporary storage that the call is given must be as long as the call says
// SPDX-License-Identifier: Apache-2.0
// Errors in a call of Thrust or CUB are reported at the call: a range that is too short, elements that
// nobody has written, temporary storage that is too small. What a functor does is reported at its line.
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>

#include <cstdio>
#include <cub/device/device_scan.cuh>
struct next {
  const int* all;
  __device__ int operator()(int i) const { return all[i + 1]; }
};

int main() {
  thrust::device_vector<int> d_in(100), d_half(50), d_out(100);
  thrust::sequence(d_in.begin(), d_in.end());
  thrust::transform(d_in.begin(), d_in.end(), d_out.begin(), thrust::negate<int>());  // right
  std::printf("%d\n", thrust::reduce(d_out.begin(), d_out.end()));

  int* d_raw;
  cudaMalloc(&d_raw, 100 * sizeof(int));
  // Thrust: an output that is too short, a functor that reads the element after the last, values nobody
  // wrote.
  thrust::transform(d_in.begin(), d_in.end(), d_half.begin(), thrust::negate<int>());
  thrust::transform(d_in.begin(), d_in.end(), d_out.begin(), next{d_in.data().get()});
  const thrust::device_ptr<int> d_fresh(d_raw);
  (void)thrust::reduce(d_fresh, d_fresh + 100);
  // CUB: the same, and half of the storage.
  void* d_temp = nullptr;
  size_t bytes = 0;
  cub::DeviceScan::ExclusiveSum(d_temp, bytes, d_in.data().get(), d_half.data().get(), 100);
  cudaMalloc(&d_temp, bytes);
  cub::DeviceScan::ExclusiveSum(d_temp, bytes, d_in.data().get(), d_half.data().get(), 100);
  cudaFree(d_temp);
  cudaMalloc(&d_temp, bytes / 2);
  cub::DeviceScan::ExclusiveSum(d_temp, bytes, d_in.data().get(), d_out.data().get(), 100);
  cudaFree(d_temp);
  cudaFree(d_raw);
  return cudaDeviceSynchronize() != cudaSuccess;
}
