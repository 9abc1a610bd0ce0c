// SPDX-License-Identifier: Apache-2.0
// Sorts 2^24 keys (with an argument k, 2^k keys) by a radix sort with four bits per pass, to show how much
// memory the simulated device needs.
#include <cuda_runtime.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "measure.h"

constexpr int kBits = 4, kBins = 1 << kBits, kBlock = 256, kPerThread = 8, kTile = kBlock * kPerThread;

// The counts are in s_count[bin * kBlock + thread].
__device__ void count_and_scan(const unsigned* in, int shift, unsigned* s_count, unsigned* s_sum) {
  const unsigned tid = threadIdx.x, first = blockIdx.x * kTile + tid * kPerThread;
  for (int bin = 0; bin < kBins; ++bin) s_count[bin * kBlock + tid] = 0;
  for (int k = 0; k < kPerThread; ++k) ++s_count[(in[first + k] >> shift & (kBins - 1)) * kBlock + tid];
  __syncthreads();
  unsigned sum = 0;  // thread t owns the 16 counters that begin at 16 t
  for (int k = 0; k < kBins; ++k) sum += s_count[tid * kBins + k];
  s_sum[tid] = sum;
  __syncthreads();
  for (unsigned step = 1; step < kBlock; step *= 2) {
    const unsigned other = tid >= step ? s_sum[tid - step] : 0;
    __syncthreads();
    s_sum[tid] += other;
    __syncthreads();
  }
  unsigned before = s_sum[tid] - sum;
  for (int k = 0; k < kBins; ++k) {
    const unsigned count = s_count[tid * kBins + k];
    s_count[tid * kBins + k] = before;
    before += count;
  }
  __syncthreads();
}

__global__ void histogram_kernel(const unsigned* in, unsigned* counts, int shift) {
  __shared__ unsigned s_count[kBins * kBlock], s_sum[kBlock];
  count_and_scan(in, shift, s_count, s_sum);
  if (threadIdx.x < kBins) {
    const unsigned bin = threadIdx.x;
    const unsigned end = bin + 1 < kBins ? s_count[(bin + 1) * kBlock] : kTile;
    counts[bin * gridDim.x + blockIdx.x] = end - s_count[bin * kBlock];
  }
}

__global__ void scatter_kernel(const unsigned* in, unsigned* out, const unsigned* starts, int shift) {
  __shared__ unsigned s_count[kBins * kBlock], s_sum[kBlock], s_start[kBins];
  count_and_scan(in, shift, s_count, s_sum);
  if (threadIdx.x < kBins) {
    s_start[threadIdx.x] = starts[threadIdx.x * gridDim.x + blockIdx.x] - s_count[threadIdx.x * kBlock];
  }
  __syncthreads();
  const unsigned first = blockIdx.x * kTile + threadIdx.x * kPerThread;
  for (int k = 0; k < kPerThread; ++k) {
    const unsigned key = in[first + k], bin = key >> shift & (kBins - 1);
    out[s_start[bin] + s_count[bin * kBlock + threadIdx.x]++] = key;
  }
}

int main(int argument_count, char** arguments) {
  const unsigned n = 1u << (argument_count > 1 ? std::atoi(arguments[1]) : 24), blocks = n / kTile;
  unsigned *d_keys, *d_other, *d_counts;
  check(cudaMalloc(&d_keys, n * sizeof(unsigned)));
  check(cudaMalloc(&d_other, n * sizeof(unsigned)));
  check(cudaMalloc(&d_counts, kBins * blocks * sizeof(unsigned)));
  std::vector<unsigned> h_keys(n), h_counts(kBins * blocks);
  unsigned long long sum = 0, sorted_sum = 0;
  for (unsigned i = 0; i < n; ++i) sum += h_keys[i] = i * 2654435761u ^ i >> 7;
  check(cudaMemcpy(d_keys, h_keys.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));

  const double seconds = shortest(1, [&] {
    for (int shift = 0; shift < 32; shift += kBits) {
      histogram_kernel<<<blocks, kBlock>>>(d_keys, d_counts, shift);
      check(
          cudaMemcpy(h_counts.data(), d_counts, h_counts.size() * sizeof(unsigned), cudaMemcpyDeviceToHost));
      unsigned before = 0;
      for (unsigned& count : h_counts) before += std::exchange(count, before);
      check(
          cudaMemcpy(d_counts, h_counts.data(), h_counts.size() * sizeof(unsigned), cudaMemcpyHostToDevice));
      scatter_kernel<<<blocks, kBlock>>>(d_keys, d_other, d_counts, shift);
      std::swap(d_keys, d_other);
    }
  });
  check(cudaMemcpy(h_keys.data(), d_keys, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
  for (unsigned key : h_keys) sorted_sum += key;
  require(std::is_sorted(h_keys.begin(), h_keys.end()) && sorted_sum == sum, "radix_sort");
  std::printf("seconds %.9f\n", seconds);
}
