// SPDX-License-Identifier: Apache-2.0
// Kernels with cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "cases.h"

// expect: clean
__global__ void aligned_float4_kernel(float* data) {
  if (threadIdx.x == 0) *reinterpret_cast<float4*>(data + 4) = make_float4(1, 2, 3, 4);
  if (threadIdx.x == 1) *reinterpret_cast<float2*>(data + 10) = make_float2(1, 2);
  if (threadIdx.x == 2) *reinterpret_cast<short*>(data + 13) = 3;
}
CASE(aligned_float4) { aligned_float4_kernel<<<1, 64>>>(zeros<float>(64)); }

// expect: clean
namespace cg = cooperative_groups;
enum class met { nowhere, in_block, in_grid };
template <met where>
__global__ void coop_reverse_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;  // a
  if (where == met::in_block) cg::this_thread_block().sync();
  if (where == met::in_grid) cg::this_grid().sync();
  data[256 + i] = data[255 - i];  // b
}
CASE(coop_grid_sync) { cooperative(coop_reverse_kernel<met::in_grid>, 4, 64, zeros<int>(512)); }

// expect: race global-cross-block at a b
// The kernel uses the block group's barrier where a grid barrier is needed.
CASE(coop_block_sync) { cooperative(coop_reverse_kernel<met::in_block>, 4, 64, zeros<int>(512)); }

// expect: race global-cross-block at a b
// A cooperative launch alone orders nothing.
CASE(coop_no_grid_sync) { cooperative(coop_reverse_kernel<met::nowhere>, 4, 64, zeros<int>(512)); }

// expect: clean
__global__ void coop_coalesced_kernel(int* out) {
  if (threadIdx.x % 3 == 0) {
    const auto active = cg::coalesced_threads();
    if (active.thread_rank() == 0) atomicAdd(out, active.size());
  }
}
CASE(coop_coalesced) { coop_coalesced_kernel<<<2, 64>>>(zeros<int>(4096)); }

// expect: clean
template <bool again>
__global__ void coop_phases_kernel(int* data, int* out) {
  const int n = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < 3; ++round) {
    data[i] = i + round;  // a
    cg::this_grid().sync();
    out[i] += data[n - 1 - i];  // b
    if (again) cg::this_grid().sync();
  }
}
CASE(coop_grid_two_phases) {
  cooperative(coop_phases_kernel<true>, 4, 64, zeros<int>(4096), zeros<int>(4096));
}

// expect: race global-cross-block at a b
// The loop's second barrier is missing.
CASE(coop_grid_one_sync) {
  cooperative(coop_phases_kernel<false>, 4, 64, zeros<int>(4096), zeros<int>(4096));
}

// expect: deadlock
__global__ void coop_grid_sync_missed_kernel(int* data) {
  if (blockIdx.x == 3) return;
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  cg::this_grid().sync();
}
CASE(coop_grid_sync_missed) { cooperative(coop_grid_sync_missed_kernel, 4, 64, zeros<int>(4096)); }

// expect: clean
__global__ void coop_guarded_work_at_grid_sync_kernel(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = 0;
  cooperative_groups::this_grid().sync();
  if (i < n) data[i] += i;
}
CASE(coop_guarded_work_at_grid_sync) {
  cooperative(coop_guarded_work_at_grid_sync_kernel, 2, 64, unset<int>(512), 100);
}

// expect: clean
__global__ void coop_reduce_scan_kernel(const int* in, int* out) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const int value = in[threadIdx.x] + threadIdx.x;
  const int sum = cg::reduce(tile, value, cg::plus<int>());
  out[threadIdx.x] = sum * 1000 + static_cast<int>(tile.thread_rank());
}
CASE(coop_reduce_scan) { coop_reduce_scan_kernel<<<1, 64>>>(zeros<int>(4096), zeros<int>(4096)); }

// expect: grid-sync-absent at a
__global__ void coop_return_before_grid_sync_kernel(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  cooperative_groups::this_grid().sync();  // a
  data[i] = i;
}
CASE(coop_return_before_grid_sync) {
  cooperative(coop_return_before_grid_sync_kernel, 2, 64, unset<int>(512), 100);
}

// expect: clean
__global__ void coop_stencil_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
  for (int round = 0; round < 4; ++round) {
    cg::this_grid().sync();
    const int* from = data + round % 2 * 256;
    data[(1 - round % 2) * 256 + i] = from[i] + from[(i + 1) % 256] + from[(i + 255) % 256];
  }
}
CASE(coop_stencil) { cooperative(coop_stencil_kernel, 4, 64, zeros<int>(512)); }

// expect: race global-cross-block at a a
// A stencil works in place. Barriers separate the rounds, but not the reads and writes within a round.
__global__ void coop_stencil_in_place_kernel(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < 2; ++round) {
    cg::this_grid().sync();
    data[i] = data[i] + data[(i + 64) % 256];  // a
  }
}
CASE(coop_stencil_in_place) { cooperative(coop_stencil_in_place_kernel, 4, 64, zeros<int>(512)); }

// expect: clean
template <int lanes>
__global__ void coop_tile_kernel(int* out) {
  __shared__ int s_value[64];
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  s_value[threadIdx.x] = threadIdx.x * 3;  // a
  tile.sync();
  out[threadIdx.x] = s_value[threadIdx.x ^ (lanes - 1)];  // b
}
CASE(coop_tile_sync) { coop_tile_kernel<8><<<1, 64>>>(zeros<int>(4096)); }

// expect: race shared at a b
// may: uninitialised-read shared at b
// The tiles have eight lanes, but values are exchanged among sixteen.
CASE(coop_tile_of_wrong_size) { coop_tile_kernel<16><<<1, 64>>>(zeros<int>(4096)); }

// expect: clean
__global__ void group_reduce_kernel(int* out) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int sum = cg::reduce(tile, static_cast<int>(threadIdx.x), cg::plus<int>());
  if (tile.thread_rank() == 0) atomicAdd(out, sum);
}
CASE(group_reduce) { group_reduce_kernel<<<4, 64>>>(zeros<int>(64)); }

// expect: clean
// In a warp-aggregated atomic, only the leader sets the variable that all lanes pass to the shuffle.
__device__ int take_place(int* counter) {
  const cg::coalesced_group active = cg::coalesced_threads();
  int first;
  if (active.thread_rank() == 0) first = atomicAdd(counter, static_cast<int>(active.size()));
  return active.shfl(first, 0) + static_cast<int>(active.thread_rank());
}

__global__ void warp_aggregated_unset_kernel(int* out, int* counter) {
  const int value = blockIdx.x * blockDim.x + threadIdx.x;
  if (value % 3 == 0) out[take_place(counter)] = value;
}
CASE(warp_aggregated_unset) { warp_aggregated_unset_kernel<<<4, 256>>>(unset<int>(1024), zeros<int>(1)); }
