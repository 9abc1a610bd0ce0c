// SPDX-License-Identifier: Apache-2.0
// Rows normalised by a warp each, runs counted by their heads, warps that compact, and a histogram of a
// block.
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

#include "helper.h"

struct Larger {
  __device__ float operator()(float a, float b) const { return a > b ? a : b; }
};
struct Differ {
  __device__ bool operator()(const int& a, const int& b) const { return a != b; }
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

// 8 lanes work together: the even numbers of each eight, moved to the front, and how many there are.
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

template <int BLOCK_THREADS>
__global__ void runs_and_bins(const int* in, int* starts, int* run_count, unsigned* bins) {
  using Flags = cub::BlockDiscontinuity<int, BLOCK_THREADS>;
  using Scan = cub::BlockScan<int, BLOCK_THREADS, cub::BLOCK_SCAN_WARP_SCANS>;
  using Histogram = cub::BlockHistogram<unsigned char, BLOCK_THREADS, 2, 10, cub::BLOCK_HISTO_ATOMIC>;
  __shared__ typename Flags::TempStorage flags;
  __shared__ typename Scan::TempStorage scan;
  __shared__ typename Histogram::TempStorage histogram;
  __shared__ unsigned counters[10];
  int items[2] = {in[2 * threadIdx.x], in[2 * threadIdx.x + 1]}, heads[2], places[2], total;
  Flags(flags).FlagHeads(heads, items, Differ());
  Scan(scan).ExclusiveSum(heads, places, total);
  for (int i = 0; i < 2; ++i)
    if (heads[i]) starts[places[i]] = 2 * threadIdx.x + i;
  if (threadIdx.x == 0) *run_count = total;
  unsigned char digits[2] = {(unsigned char)items[0], (unsigned char)items[1]};
  Histogram(histogram).Histogram(digits, counters);
  __syncthreads();
  if (threadIdx.x < 10) bins[threadIdx.x] = counters[threadIdx.x];
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
  std::vector<int> in(2 * n);
  for (int i = 0; i < 2 * n; ++i) in[i] = i * i / 9 % 10;
  DeviceArray<int> d_in(in), d_out(n), d_counts(3 * n / 8), d_starts(2 * n), d_runs(1);
  DeviceArray<unsigned> d_bins(10);
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

  d_starts.zero();
  runs_and_bins<64><<<1, 64>>>(d_in.data, d_starts.data, d_runs.data, d_bins.data);
  std::vector<int> starts = d_starts.get();
  std::vector<unsigned> bins = d_bins.get(), want(10);
  int runs = 0;
  for (int i = 0; i < 2 * n; ++i) {
    ++want[in[i]];
    if ((i == 0 || in[i] != in[i - 1]) && starts[runs++] != i) return EXIT_FAILURE;
  }
  return runs == d_runs.get()[0] && bins == want ? EXIT_SUCCESS : EXIT_FAILURE;
}
