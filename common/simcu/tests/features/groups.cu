// SPDX-License-Identifier: Apache-2.0
// Cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "both.h"
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

__global__ void block_kernel(int* out) {
  cg::thread_block block = cg::this_thread_block();
  dim3 t = block.thread_index(), b = block.group_index(), gd = block.group_dim();
  if (block.thread_rank() == block.size() - 1 && b.y == 1)
    put(out, t.x, t.y, b.x, b.y, gd.y, block.num_threads(), cg::this_thread().size());
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

template <unsigned N>
__device__ int tile_sum(cg::thread_block_tile<N> tile, int v) {
  for (int offset = tile.size() / 2; offset > 0; offset /= 2) v += tile.shfl_down(v, offset);
  return tile.shfl(v, 0);
}

template <int N>
__global__ void tile_kernel(unsigned* out) {
  cg::thread_block_tile<N> tile = cg::tiled_partition<N>(cg::this_thread_block());
  unsigned i = threadIdx.x, *row = out + i * 14;
  int same = -1;
  put(row, tile.thread_rank(), tile.meta_group_rank(), tile.meta_group_size(), tile.shfl(i, 1),
      tile.shfl_up(i, 1), tile.shfl_down(i, 2), tile.shfl_xor(i, N / 2), tile.ballot(i % 3 == 0),
      tile.any(i == 9), tile.all(i < 40), tile.match_any(i / 2), tile.match_all(i / 8, same));
  put(row + 12, same, tile_sum<N>(tile, i));
  tile.sync();
}

template <int N>
void show_tiles() {
  unsigned* out = both<unsigned>(64 * 14);
  tile_kernel<N><<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int k = 0; k < 14; ++k) {
    unsigned long long hash = 1469598103934665603ull;
    for (int i = 0; i < 64; ++i) hash = (hash ^ out[i * 14 + k]) * 1099511628211ull;
    printf("%d/%d %u %u %u %016llx%c", N, k, out[k], out[13 * 14 + k], out[63 * 14 + k], hash,
           k % 7 == 6 ? '\n' : ' ');
  }
}

struct wide {
  double a, b;
  int c;
};

__global__ void nested_kernel(double* out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto quad = cg::tiled_partition<4>(warp);
  cg::thread_block_tile<4> plain = quad;
  wide w = {0.5 * threadIdx.x, -1.0 * threadIdx.x, (int)threadIdx.x};
  wide from = quad.shfl(w, 3), x = warp.shfl_xor(w, 16);
  put(out + threadIdx.x * 5, from.a + from.b + from.c, x.a + x.b + x.c,
      quad.meta_group_rank() + 100 * quad.meta_group_size(),
      plain.thread_rank() + 10 * plain.meta_group_rank(), plain.shfl((char)threadIdx.x, 2));
}

template <int N>
__global__ void reduce_kernel(double* out) {
  auto tile = cg::tiled_partition<N>(cg::this_thread_block());
  int i = threadIdx.x, k = (i * 7) % 13 - 5;
  wide r = cg::reduce(tile, wide{(double)i, (double)i, 0}, [](wide a, wide b) {
    return wide{fmin(a.a, b.a), fmax(a.b, b.b), 0};
  });
  put(out + i * 9, cg::reduce(tile, i, cg::plus<int>()), cg::reduce(tile, k, cg::less<int>()),
      cg::reduce(tile, k, cg::greater<int>()), cg::reduce(tile, 0xf0u | i, cg::bit_and<unsigned>()),
      cg::reduce(tile, (unsigned)i, cg::bit_or<unsigned>()),
      cg::reduce(tile, (unsigned)i, cg::bit_xor<unsigned>()), cg::reduce(tile, 0.25f * i, cg::plus<float>()),
      cg::reduce(tile, (double)i, [](double a, double b) { return a > b ? a : b; }), r.a * 1000 + r.b);
}

template <int N>
void show_sums() {
  double* out = both<double>(64 * 9);
  reduce_kernel<N><<<1, 64>>>(out);
  for (int i : {0, 1, 31, 45, 63}) show("%g", out + i * 9, 9);
}

__device__ int aggregated_add(int* counter) {
  cg::coalesced_group active = cg::coalesced_threads();
  int base = 0;
  if (active.thread_rank() == 0) base = atomicAdd(counter, (int)active.size());
  return active.shfl(base, 0) + active.thread_rank();
}

__global__ void compact_kernel(const int* in, int* out, int* counter, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 3 == 0) out[aggregated_add(counter)] = in[i];
}

__global__ void coalesced_kernel(double* out) {
  unsigned lane = threadIdx.x;
  if (lane % 5 >= 2) return;
  auto g = cg::coalesced_threads();
  int same = 0;
  double* row = out + lane * 11;
  put(row, g.size(), g.thread_rank(), g.shfl(lane, 3), g.shfl_up(lane, 2), g.shfl_down(lane, 2),
      g.ballot(lane > 10), g.any(lane == 30) + 2 * g.all(lane < 32), g.match_any(lane / 10),
      g.match_all(lane > 100, same));
  put(row + 9, same, cg::reduce(g, (int)lane, cg::plus<int>()));
  g.sync();
}

__global__ void phases_kernel(int* a, int* b, int n, int rounds) {
  cg::grid_group grid = cg::this_grid();
  for (int round = 0; round < rounds; ++round) {
    for (int i = (int)grid.thread_rank(); i < n; i += (int)grid.size()) b[i] = a[(i + 1) % n] + 1;
    grid.sync();
    int* t = a;
    a = b;
    b = t;
  }
}

template <class T>
__global__ void grid_kernel(T* out, T value) {
  cg::grid_group grid = cg::this_grid();
  if (grid.thread_rank() == grid.size() - 1) put(out, grid.size(), grid.is_valid(), value);
  cg::sync(grid);
}

void grids() {
  int n = 3000, rounds = 7, can = 0, blocks = 0, multiprocessors = 0;
  cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, 0);
  printf("cooperative %d\n", can);
  int *a = both<int>(n), *b = both<int>(n);
  for (int i = 0; i < n; ++i) a[i] = i;
  void* phases[] = {&a, &b, &n, &rounds};
  const void* kernel = (const void*)phases_kernel;
  printf("%s\n", cudaGetErrorName(cudaLaunchCooperativeKernel(kernel, dim3(8), dim3(128), phases)));
  cudaDeviceSynchronize();
  printf("%d %d %d\n", b[0], b[1500], b[2999]);
  float *out = both<float>(3), value = 1.5f;
  void* arguments[] = {&out, &value};
  cudaLaunchCooperativeKernel((const void*)grid_kernel<float>, dim3(2, 3), dim3(16, 2), arguments, 0, 0);
  show("%g", out, 3);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, phases_kernel, 128, 0);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  const dim3 too_many(blocks * multiprocessors + 1);
  printf("%s\n", cudaGetErrorName(cudaLaunchCooperativeKernel(kernel, too_many, dim3(128), phases)));
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}

int main() {
  int* out = both<int>(8);
  block_kernel<<<dim3(1, 2), dim3(8, 4)>>>(out);
  show("%d", out, 7);
  int* sums = both<int>(6);
  sums_kernel<<<1, 128, 128 * sizeof(int)>>>(sums);
  show("%d", sums, 6);
  show_tiles<32>();
  show_tiles<16>();
  show_tiles<8>();
  show_tiles<4>();
  show_tiles<2>();
  double* d = both<double>(64 * 5);
  nested_kernel<<<1, 64>>>(d);
  for (int i : {0, 5, 37, 63}) show("%g", d + i * 5, 5);
  show_sums<32>();
  show_sums<8>();
  show_sums<2>();

  const int n = 1000;
  int *in = both<int>(n), *kept = both<int>(n), *count = both<int>(1), bad = 0;
  for (int i = 0; i < n; ++i) in[i] = (i * 7919) % 1000;
  compact_kernel<<<8, 128>>>(in, kept, count, n);
  cudaDeviceSynchronize();
  long long sum = 0;
  for (int i = 0; i < *count; ++i) sum += kept[i], bad += kept[i] % 3 != 0;
  printf("%d %lld %d\n", *count, sum, bad);
  double* ranks = both<double>(32 * 11);
  coalesced_kernel<<<1, 32>>>(ranks);
  show("%g", ranks, 32 * 11, 44);
  grids();
  return 0;
}
