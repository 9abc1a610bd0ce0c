// SPDX-License-Identifier: Apache-2.0
// Each warp normalises a row, and groups of 8 lanes compact their values.
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

#include "helper.h"

struct Larger {
  __device__ float operator()(float a, float b) const { return a > b ? a : b; }
};
const int ROWS = 4, COLUMNS = 50;

__global__ void scale_rows(const float* in, float* out) {
  using WarpReduce = cub::WarpReduce<float>;
  __shared__ typename WarpReduce::TempStorage temp[ROWS];
  int row = threadIdx.x / 32, lane = threadIdx.x % 32;
  float best = -1e30f;
  for (int c = lane; c < COLUMNS; c += 32) best = fmaxf(best, in[row * COLUMNS + c]);
  best = WarpReduce(temp[row]).Reduce(best, Larger());
  best = __shfl_sync(0xffffffff, best, 0);
  for (int c = lane; c < COLUMNS; c += 32) out[row * COLUMNS + c] = in[row * COLUMNS + c] / best;
}

__global__ void compact_eights(const int* in, int* out, int* counts) {
  using WarpScan = cub::WarpScan<int, 8>;
  using WarpReduce = cub::WarpReduce<int, 8>;
  __shared__ typename WarpScan::TempStorage scan[8];
  __shared__ typename WarpReduce::TempStorage reduce[8];
  int eight = threadIdx.x / 8, value = in[threadIdx.x], keep = value % 2 == 0, place, total;
  WarpScan(scan[eight]).ExclusiveSum(keep, place, total);
  if (keep) out[8 * eight + place] = value;
  int sum = WarpReduce(reduce[eight]).Sum(keep ? value : 0);
  int first = WarpReduce(reduce[eight]).HeadSegmentedSum(value, threadIdx.x % 4 == 0);
  if (threadIdx.x % 8 == 0) {
    counts[3 * eight] = total;
    counts[3 * eight + 1] = sum;
    counts[3 * eight + 2] = first;
  }
}

int main() {
  std::vector<float> rows(ROWS * COLUMNS);
  for (int i = 0; i < ROWS * COLUMNS; ++i) rows[i] = 1 + i * 37 % 64;
  DeviceArray<float> d_rows(rows), d_scaled(rows.size());
  scale_rows<<<1, 32 * ROWS>>>(d_rows.data, d_scaled.data);
  std::vector<float> scaled = d_scaled.get();
  for (int r = 0; r < ROWS; ++r) {
    float best = 0;
    for (int c = 0; c < COLUMNS; ++c) best = fmaxf(best, rows[r * COLUMNS + c]);
    for (int c = 0; c < COLUMNS; ++c)
      if (scaled[r * COLUMNS + c] != rows[r * COLUMNS + c] / best) return EXIT_FAILURE;
  }

  const int n = 64;
  std::vector<int> in(n);
  for (int i = 0; i < n; ++i) in[i] = i * i / 9 % 10;
  DeviceArray<int> d_in(in), d_out(n), d_counts(3 * n / 8);
  d_out.zero();
  compact_eights<<<1, n>>>(d_in.data, d_out.data, d_counts.data);
  std::vector<int> out = d_out.get(), counts = d_counts.get();
  for (int e = 0; e < n / 8; ++e) {
    int count = 0, sum = 0, first = 0;
    for (int i = 8 * e; i < 8 * e + 8; ++i) {
      if (i < 8 * e + 4) first += in[i];
      if (in[i] % 2) continue;
      if (out[8 * e + count++] != in[i]) return EXIT_FAILURE;
      sum += in[i];
    }
    if (counts[3 * e] != count || counts[3 * e + 1] != sum || counts[3 * e + 2] != first) return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
