// SPDX-License-Identifier: Apache-2.0
// Cooperative groups: the block, its indices, groups passed to functions, dynamic tiles.
// Needs CUDA 13: barrier_arrive and invoke_one.
#include <cooperative_groups.h>

#include <cstdio>
namespace cg = cooperative_groups;

__device__ int group_sum(cg::thread_group g, int* s_temp, int value) {
  int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    s_temp[lane] = value;
    g.sync();
    if (lane < i) value += s_temp[lane + i];
    g.sync();
  }
  return value;
}

__global__ void indices_kernel(int* out) {
  cg::thread_block block = cg::this_thread_block();
  dim3 t = block.thread_index(), b = block.group_index(), d = block.dim_threads(), gd = block.group_dim();
  if (block.thread_rank() == block.size() - 1 && b.y == 1) {
    out[0] = t.x;
    out[1] = t.y;
    out[2] = b.x;
    out[3] = b.y;
    out[4] = d.x;
    out[5] = gd.y;
    out[6] = block.num_threads();
    out[7] = cg::this_thread().size();
  }
  auto token = block.barrier_arrive();
  block.barrier_wait(std::move(token));
  cg::sync(block);
}

__global__ void sums_kernel(int* out) {
  extern __shared__ int s_temp[];
  cg::thread_block block = cg::this_thread_block();
  int rank = block.thread_rank();
  int sum = group_sum(block, s_temp, rank);
  if (rank == 0) out[0] = sum;
  block.sync();

  cg::thread_group tile = cg::tiled_partition(block, 16);
  sum = group_sum(tile, s_temp + rank / 16 * 16, rank);
  if (tile.thread_rank() == 0) atomicAdd(&out[1], sum);
  if (rank == 16) out[2] = sum;
  if (rank == 0) out[3] = (int)tile.size();
  block.sync();

  cg::thread_group small = cg::tiled_partition(tile, 4);
  sum = group_sum(small, s_temp + rank / 4 * 4, rank);
  if (rank == 20) out[4] = sum;
  auto warp = cg::tiled_partition<32>(block);
  sum = group_sum(warp, s_temp + rank / 32 * 32, 1);
  if (rank == 64) out[5] = sum;
}

__global__ void copy_kernel(const int* in, int* out) {
  __shared__ int s_data[128];
  cg::thread_block block = cg::this_thread_block();
  cg::invoke_one(block, [&] { s_data[0] = -1; });
  block.sync();
  for (unsigned i = block.thread_rank(); i < 128; i += block.size()) s_data[i] = in[i];
  cg::sync(block);
  out[block.thread_rank()] = s_data[127 - block.thread_rank()];
}

int main() {
  int *d, *d_in, h[128];
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&d_in, sizeof h);
  indices_kernel<<<dim3(1, 2), dim3(8, 4)>>>(d);
  cudaMemcpy(h, d, 8 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; ++i) printf("%d ", h[i]);
  cudaMemset(d, 0, sizeof h);
  sums_kernel<<<1, 128, 128 * sizeof(int)>>>(d);
  cudaMemcpy(h, d, 6 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("\n");
  for (int i = 0; i < 6; ++i) printf("%d ", h[i]);
  for (int i = 0; i < 128; ++i) h[i] = i * 3;
  cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
  copy_kernel<<<1, 64>>>(d_in, d);
  cudaMemcpy(h, d, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("\n%d %d %s\n", h[0], h[63], cudaGetErrorName(cudaGetLastError()));
  return 0;
}
