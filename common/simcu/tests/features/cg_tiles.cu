// SPDX-License-Identifier: Apache-2.0
// thread_block_tile: every size, shuffles, votes, matches, nested tiles, meta groups, values larger than
// eight bytes.
// Needs CUDA 13: invoke_one_broadcast.
#include <cooperative_groups.h>

#include <cstdio>
namespace cg = cooperative_groups;

struct wide {
  double a, b;
  int c;
};

template <unsigned N>
__device__ int tile_sum(cg::thread_block_tile<N> tile, int v) {
  for (int offset = tile.size() / 2; offset > 0; offset /= 2) v += tile.shfl_down(v, offset);
  return tile.shfl(v, 0);
}

template <int N>
__global__ void tile_kernel(unsigned* out) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<N> tile = cg::tiled_partition<N>(block);
  unsigned i = threadIdx.x;
  unsigned* row = out + i * 14;
  row[0] = tile.thread_rank();
  row[1] = tile.meta_group_rank();
  row[2] = tile.meta_group_size();
  row[3] = tile.shfl(i, 1);
  row[4] = tile.shfl_up(i, 1);
  row[5] = tile.shfl_down(i, 2);
  row[6] = tile.shfl_xor(i, N / 2);
  row[7] = tile.ballot(i % 3 == 0);
  row[8] = tile.any(i == 9);
  row[9] = tile.all(i < 40);
  row[10] = tile.match_any(i / 2);
  int same = -1;
  row[11] = tile.match_all(i / 8, same);
  row[12] = same;
  row[13] = tile_sum<N>(tile, i);
  tile.sync();
}

template <int N>
void show(unsigned* d) {
  static unsigned h[64 * 14];
  tile_kernel<N><<<1, 64>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int k = 0; k < 14; ++k) {
    unsigned long long hash = 1469598103934665603ull;
    for (int i = 0; i < 64; ++i) hash = (hash ^ h[i * 14 + k]) * 1099511628211ull;
    printf("%d/%d %u %u %u %016llx%c", N, k, h[k], h[13 * 14 + k], h[63 * 14 + k], hash,
           k % 7 == 6 ? '\n' : ' ');
  }
}

__global__ void nested_kernel(double* out) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto quad = cg::tiled_partition<4>(warp);
  cg::thread_block_tile<4> plain = quad;
  wide w = {0.5 * threadIdx.x, -1.0 * threadIdx.x, (int)threadIdx.x};
  wide from = quad.shfl(w, 3);
  wide x = warp.shfl_xor(w, 16);
  double* row = out + threadIdx.x * 6;
  row[0] = from.a + from.b + from.c;
  row[1] = x.a + x.b + x.c;
  row[2] = quad.meta_group_rank() + 100 * quad.meta_group_size();
  row[3] = plain.thread_rank() + 10 * plain.meta_group_rank();
  row[4] = plain.shfl((char)threadIdx.x, 2);
  row[5] = cg::invoke_one_broadcast(cg::tiled_partition<16>(block), [&] { return 7.5; });
}

int main() {
  unsigned* d;
  cudaMalloc(&d, 64 * 14 * sizeof(unsigned));
  show<32>(d);
  show<16>(d);
  show<8>(d);
  show<4>(d);
  show<2>(d);
  double h[64 * 6];
  nested_kernel<<<1, 64>>>((double*)d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i : {0, 5, 37, 63})
    for (int k = 0; k < 6; ++k) printf("%g%c", h[i * 6 + k], k == 5 ? '\n' : ' ');
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  return 0;
}
