// SPDX-License-Identifier: Apache-2.0
// Three exclusive scans of 1024 elements in one block: Hillis and Steele's, Blelloch's, and Blelloch's with
// padded places, which avoid bank conflicts. This program counts the additions. The simulated device
// counts barriers and conflicts.
#include <cstdio>
#include <numeric>
#include <vector>

#include "lab/device_buffer.h"

constexpr unsigned kElements = 1024;

// [lab03-hillis-steele]
// One thread per element, two rows.
__global__ void hillis_steele_kernel(const unsigned* d_in, unsigned* d_out, unsigned* d_additions) {
  __shared__ unsigned s_rows[2][kElements];
  const unsigned t = threadIdx.x;
  unsigned additions = 0, from = 0;
  s_rows[0][t] = d_in[t];
  __syncthreads();
  for (unsigned interval = 1; interval < kElements; interval *= 2) {
    unsigned sum = s_rows[from][t];
    if (t >= interval) sum += s_rows[from][t - interval], ++additions;
    from = 1 - from;
    s_rows[from][t] = sum;
    __syncthreads();
  }
  d_out[t] = t > 0 ? s_rows[from][t - 1] : 0;
  atomicAdd(d_additions, additions);
}
// [lab03-hillis-steele]

// [lab03-blelloch]
// One thread per two elements, in place. Up: each node of a binary tree becomes the sum of its two
// halves. Down: each node gets the sum of all elements left of it. It
// passes that sum on unchanged to its left half; for its right half, it adds the left half's sum.
template <bool Padded>
__device__ void blelloch(const unsigned* d_in, unsigned* d_out, unsigned* d_additions) {
  __shared__ unsigned s_sums[kElements + (Padded ? kElements / 32 : 0)];
  const auto sum = [&](unsigned i) -> unsigned& { return s_sums[Padded ? i + i / 32 : i]; };
  const unsigned t = threadIdx.x, half = kElements / 2;
  unsigned additions = 0;
  sum(t) = d_in[t];
  sum(t + half) = d_in[t + half];
  for (unsigned nodes = half, width = 1; nodes > 0; nodes /= 2, width *= 2) {
    __syncthreads();
    if (t < nodes) sum((2 * t + 2) * width - 1) += sum((2 * t + 1) * width - 1), ++additions;
  }
  if (t == 0) sum(kElements - 1) = 0;
  for (unsigned nodes = 1, width = half; nodes < kElements; nodes *= 2, width /= 2) {
    __syncthreads();
    if (t >= nodes) continue;
    unsigned& left = sum((2 * t + 1) * width - 1);
    unsigned& right = sum((2 * t + 2) * width - 1);
    const unsigned before = right;
    right = before + left, ++additions;
    left = before;
  }
  __syncthreads();
  d_out[t] = sum(t);
  d_out[t + half] = sum(t + half);
  atomicAdd(d_additions, additions);
}
// [lab03-blelloch]
__global__ void blelloch_kernel(const unsigned* d_in, unsigned* d_out, unsigned* d_additions) {
  blelloch<false>(d_in, d_out, d_additions);
}
__global__ void blelloch_padded_kernel(const unsigned* d_in, unsigned* d_out, unsigned* d_additions) {
  blelloch<true>(d_in, d_out, d_additions);
}

// [lab03-brent]
// Brent: p processors need at most span + (work - span) / p steps.
double brent(double work, double span, double p) { return span + (work - span) / p; }
// [lab03-brent]

int main() {
  std::vector<unsigned> values(kElements), sums(kElements);
  for (unsigned i = 0; i < kElements; ++i) values[i] = i * 7919 % 1000;
  std::exclusive_scan(values.begin(), values.end(), sums.begin(), 0u);
  const lab::device_buffer<unsigned> d_in(values);
  lab::device_buffer<unsigned> d_out(kElements), d_additions(1);

  std::printf("                  work   span   steps at most, by Brent, with p =\n");
  std::printf("%18s              1     32   1024\n", "");
  const auto show = [](const char* name, unsigned work, unsigned span, const char* verdict) {
    std::printf("%-16s %5u %6u %9.0f %6.0f %6.0f  %s\n", name, work, span, brent(work, span, 1),
                brent(work, span, 32), brent(work, span, kElements), verdict);
  };
  const auto run = [&](const char* name, auto kernel, unsigned threads, unsigned span) {
    d_additions.fill_bytes(0);
    kernel<<<1, threads>>>(d_in.data(), d_out.data(), d_additions.data());
    CUDA_CHECK_LAUNCH("the scan");
    show(name, d_additions.download()[0], span, d_out.download() == sums ? "right" : "wrong");
  };
  show("one thread", kElements - 1, kElements - 1, "");
  run("Hillis, Steele", hillis_steele_kernel, kElements, 10);
  run("Blelloch", blelloch_kernel, kElements / 2, 20);
  run("Blelloch, padded", blelloch_padded_kernel, kElements / 2, 20);
  return 0;
}
