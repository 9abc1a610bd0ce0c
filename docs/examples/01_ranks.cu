// SPDX-License-Identifier: Apache-2.0
// Chapter 01: the ranks of six keys by the source's two rules, and the right ranks.
#include <cstdint>
#include <cstdio>
#include <vector>

#include "lab/device_buffer.h"
#include "solutions/01_enumeration/enumeration.cu"

using std::uint32_t;

// [lab01-source-kernel]
enum class rule { serial, parallel };  // the source's two rules

// One thread per key: thread i counts the keys that its rule counts.
__global__ void source_kernel(rule which, const uint32_t* a, int n, uint32_t* ranks) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;  // the last block can be partial
  uint32_t k = 0;
  for (int j = 0; j < n; ++j) {
    if (which == rule::serial && a[i] > a[j]) ++k;
    if (which == rule::parallel && a[i] >= a[j] && i > j) ++k;
  }
  ranks[i] = k;
}
// [lab01-source-kernel]

static void show(const char* rule, const std::vector<uint32_t>& keys, const std::vector<uint32_t>& ranks) {
  std::printf("%s\n  ranks                 ", rule);
  for (uint32_t rank : ranks) std::printf("%3u", rank);
  std::vector<char> sorted(keys.size(), '?');  // '?' stays where no key goes
  for (std::size_t i = 0; i < keys.size(); ++i) sorted[ranks[i]] = static_cast<char>('0' + keys[i]);
  std::printf("\n  each key at its rank  ");
  for (char key : sorted) std::printf("%3c", key);
  std::printf("\n");
}

int main() {
  const std::vector<uint32_t> keys{4, 1, 7, 4, 2, 4};
  const int n = static_cast<int>(keys.size());
  const lab::device_buffer<uint32_t> d_keys(keys);
  lab::device_buffer<uint32_t> d_sorted(keys.size()), d_ranks(keys.size());
  std::printf("keys                    ");
  for (uint32_t key : keys) std::printf("%3u", key);
  std::printf("\n");
  for (rule which : {rule::serial, rule::parallel}) {
    source_kernel<<<(n + 3) / 4, 4>>>(which, d_keys.data(), n, d_ranks.data());
    CUDA_CHECK_LAUNCH("source_kernel");
    show(which == rule::serial ? "smaller keys only" : "the source's parallel rule", keys,
         d_ranks.download());
  }
  const lab::status sorted =
      enumeration::sort_two_level(d_keys.data(), d_sorted.data(), d_ranks.data(), n, 1);
  if (sorted.ok()) show("smaller keys, and equal ones before it", keys, d_ranks.download());
  return 0;
}
