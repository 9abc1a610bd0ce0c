// SPDX-License-Identifier: Apache-2.0
// Thrust and CUB calls.
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>

#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/device/device_scan.cuh>

#include "cases.h"

// expect: clean
__global__ void cub_reduce_twice_kernel(int* out) {
  using reduce = cub::BlockReduce<int, 64>;
  __shared__ reduce::TempStorage s_temp;
  const int all = reduce(s_temp).Sum(threadIdx.x);
  __syncthreads();
  const int even = reduce(s_temp).Sum(threadIdx.x % 2 ? 0 : threadIdx.x);
  if (threadIdx.x == 0) out[0] = all - even;
}
CASE(cub_reduce_twice) {
  int h_out = 0;
  int* const d_out = unset<int>(1);
  cub_reduce_twice_kernel<<<1, 64>>>(d_out);
  status |= cudaMemcpy(&h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost) != cudaSuccess;
  std::printf("%d\n", h_out);
}

// expect: race shared at a b
// Two CUB reductions share one storage, with no barrier between them. The second overwrites values that
// thread 0 is still adding up.
__global__ void cub_reduce_twice_no_barrier_kernel(int* out) {
  using reduce = cub::BlockReduce<int, 64>;
  __shared__ reduce::TempStorage s_temp;
  const int all = reduce(s_temp).Sum(threadIdx.x);                         // a
  const int even = reduce(s_temp).Sum(threadIdx.x % 2 ? 0 : threadIdx.x);  // b
  if (threadIdx.x == 0) out[0] = all - even;
}
CASE(cub_reduce_twice_no_barrier) {
  int h_out = 0;
  int* const d_out = unset<int>(1);
  cub_reduce_twice_no_barrier_kernel<<<1, 64>>>(d_out);
  status |= cudaMemcpy(&h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost) != cudaSuccess;
  std::printf("%d\n", h_out);
}

// expect: clean
// Load, sort and scan share the memory of a union, with a barrier before each reuse.
__global__ void cub_tile_in_union_kernel(int* data) {
  using tile_load = cub::BlockLoad<int, 64, 2, cub::BLOCK_LOAD_TRANSPOSE>;
  using tile_sort = cub::BlockRadixSort<int, 64, 2>;
  using tile_scan = cub::BlockScan<int, 64>;
  __shared__ union {
    tile_load::TempStorage load;
    tile_sort::TempStorage sort;
    tile_scan::TempStorage scan;
  } s_temp;
  int items[2];
  tile_load(s_temp.load).Load(data, items);
  __syncthreads();
  tile_sort(s_temp.sort).Sort(items, 0, 8);
  __syncthreads();
  tile_scan(s_temp.scan).InclusiveSum(items, items);
  data[2 * threadIdx.x] = items[0];
  data[2 * threadIdx.x + 1] = items[1];
}
CASE(cub_tile_in_union) {
  int h_data[128];
  for (int i = 0; i < 128; ++i) h_data[i] = i * 37 % 128;
  int* const d_data = unset<int>(128);
  cudaMemcpy(d_data, h_data, sizeof h_data, cudaMemcpyHostToDevice);
  cub_tile_in_union_kernel<<<1, 64>>>(d_data);
  status |= cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost) != cudaSuccess;
  unsigned sum = 0;
  for (const int i : h_data) sum = sum * 31 + i;
  std::printf("%u\n", sum);
}

// expect: race shared at a b
// expect: race shared at b c
// Load, sort and scan share the memory of a union, and no barrier ensures that the previous step has finished
// with it.
__global__ void cub_tile_in_union_no_barrier_kernel(int* data) {
  using tile_load = cub::BlockLoad<int, 64, 2, cub::BLOCK_LOAD_TRANSPOSE>;
  using tile_sort = cub::BlockRadixSort<int, 64, 2>;
  using tile_scan = cub::BlockScan<int, 64>;
  __shared__ union {
    tile_load::TempStorage load;
    tile_sort::TempStorage sort;
    tile_scan::TempStorage scan;
  } s_temp;
  int items[2];
  tile_load(s_temp.load).Load(data, items);           // a
  tile_sort(s_temp.sort).Sort(items, 0, 8);           // b
  tile_scan(s_temp.scan).InclusiveSum(items, items);  // c
  data[2 * threadIdx.x] = items[0];
  data[2 * threadIdx.x + 1] = items[1];
}
CASE(cub_tile_in_union_no_barrier) {
  int h_data[128];
  for (int i = 0; i < 128; ++i) h_data[i] = i * 37 % 128;
  int* const d_data = unset<int>(128);
  cudaMemcpy(d_data, h_data, sizeof h_data, cudaMemcpyHostToDevice);
  cub_tile_in_union_no_barrier_kernel<<<1, 64>>>(d_data);
  status |= cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost) != cudaSuccess;
  unsigned sum = 0;
  for (const int i : h_data) sum = sum * 31 + i;
  std::printf("%u\n", sum);
}

// expect: out-of-bounds global at b
// expect: out-of-bounds global at a
// expect: uninitialised-read global at c
// expect: out-of-bounds global at d
// expect: out-of-bounds global at e
// says: called at
// says: Each range, and the temporary storage, must be as long as the call's arguments say
// Errors in a Thrust or CUB call are reported at the call: a range that is too short, unwritten elements, or
// temporary storage that is too small. A functor's error is reported at the functor's line.
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
  // In Thrust calls: an output that is too short, a functor that reads past the last element, unwritten
  // values.
  thrust::transform(d_in.begin(), d_in.end(), d_half.begin(), thrust::negate<int>());  // b
  thrust::transform(d_in.begin(), d_in.end(), d_out.begin(), next{d_in.data().get()});
  const thrust::device_ptr<int> d_fresh(d_raw);
  (void)thrust::reduce(d_fresh, d_fresh + 100);  // c
  // In CUB calls: an output that is too short, and half of the storage.
  void* d_temp = nullptr;
  size_t bytes = 0;
  cub::DeviceScan::ExclusiveSum(d_temp, bytes, d_in.data().get(), d_half.data().get(), 100);
  cudaMalloc(&d_temp, bytes);
  cub::DeviceScan::ExclusiveSum(d_temp, bytes, d_in.data().get(), d_half.data().get(), 100);  // d
  cudaFree(d_temp);
  cudaMalloc(&d_temp, bytes / 2);
  cub::DeviceScan::ExclusiveSum(d_temp, bytes, d_in.data().get(), d_out.data().get(), 100);  // e
  cudaFree(d_temp);
  status |= cudaDeviceSynchronize() != cudaSuccess;
}
