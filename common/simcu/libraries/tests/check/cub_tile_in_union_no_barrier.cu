// expect: race shared at 19 20
// expect: race shared at 20 21
// SPDX-License-Identifier: Apache-2.0
// Load, sort and scan share the memory of a union, and no barrier says that the one before is done with it.
#include <cstdio>
#include <cub/block/block_load.cuh>
#include <cub/block/block_radix_sort.cuh>

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
  tile_load(s_temp.load).Load(data, items);
  tile_sort(s_temp.sort).Sort(items, 0, 8);
  tile_scan(s_temp.scan).InclusiveSum(items, items);
  data[2 * threadIdx.x] = items[0];
  data[2 * threadIdx.x + 1] = items[1];
}

int main() {
  int *d_data, h_data[128];
  for (int i = 0; i < 128; ++i) h_data[i] = i * 37 % 128;
  cudaMalloc(&d_data, sizeof h_data);
  cudaMemcpy(d_data, h_data, sizeof h_data, cudaMemcpyHostToDevice);
  cub_tile_in_union_no_barrier_kernel<<<1, 64>>>(d_data);
  const bool failed = cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost) != cudaSuccess;
  cudaFree(d_data);
  unsigned sum = 0;
  for (const int i : h_data) sum = sum * 31 + i;
  std::printf("%u\n", sum);
  return failed;
}
