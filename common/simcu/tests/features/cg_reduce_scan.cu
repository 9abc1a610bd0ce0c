// SPDX-License-Identifier: Apache-2.0
// cg::reduce and the scans, over tiles and coalesced groups, with CUDA's operators, lambdas and structures.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cstdio>
namespace cg = cooperative_groups;

struct range {
  float low, high;
};

template <int N>
__global__ void tile_kernel(double* out) {
  auto tile = cg::tiled_partition<N>(cg::this_thread_block());
  int i = threadIdx.x;
  double* row = out + i * 12;
  row[0] = cg::reduce(tile, i, cg::plus<int>());
  row[1] = cg::reduce(tile, (i * 7) % 13 - 5, cg::less<int>());
  row[2] = cg::reduce(tile, (i * 7) % 13 - 5, cg::greater<int>());
  row[3] = cg::reduce(tile, 0xf0u | i, cg::bit_and<unsigned>());
  row[4] = cg::reduce(tile, (unsigned)i, cg::bit_or<unsigned>());
  row[5] = cg::reduce(tile, (unsigned)i, cg::bit_xor<unsigned>());
  row[6] = cg::reduce(tile, 0.25f * i, cg::plus<float>());
  row[7] = cg::reduce(tile, (double)i, [](double a, double b) { return a > b ? a : b; });
  range r = cg::reduce(tile, range{(float)i, (float)i}, [](range a, range b) {
    return range{fminf(a.low, b.low), fmaxf(a.high, b.high)};
  });
  row[8] = r.low * 1000 + r.high;
  row[9] = cg::inclusive_scan(tile, i + 1);
  row[10] = cg::exclusive_scan(tile, (long long)i + 1);
  row[11] = cg::inclusive_scan(tile, (i * 5) % 11, cg::greater<int>()) * 100 +
            cg::exclusive_scan(tile, 0.5f, cg::plus<float>());
}

__global__ void coalesced_kernel(double* out) {
  int i = threadIdx.x;
  for (int k = 0; k < 5; ++k) out[i * 5 + k] = 0;
  if (i % 3 != 1) {
    auto g = cg::coalesced_threads();
    out[i * 5] = cg::reduce(g, i, cg::plus<int>());
    out[i * 5 + 1] = cg::reduce(g, 0.5 * i, cg::greater<double>());
    out[i * 5 + 2] = cg::inclusive_scan(g, i);
    out[i * 5 + 3] = cg::exclusive_scan(g, i, cg::plus<int>());
    out[i * 5 + 4] = g.thread_rank();
  }
}

template <int N>
void show(double* d) {
  double h[64 * 12];
  tile_kernel<N><<<1, 64>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i : {0, 1, 31, 45, 63})
    for (int k = 0; k < 12; ++k) printf("%g%c", h[i * 12 + k], k == 11 ? '\n' : ' ');
}

int main() {
  double* d;
  cudaMalloc(&d, 64 * 12 * sizeof(double));
  show<32>(d);
  show<8>(d);
  show<2>(d);
  double h[32 * 5];
  coalesced_kernel<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 160; ++i) printf("%g%c", h[i], i % 40 == 39 ? '\n' : ' ');
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  return 0;
}
