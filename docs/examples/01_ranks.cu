// SPDX-License-Identifier: Apache-2.0
// Chapter 01: the rank of a key by three rules: the source's serial one, the source's parallel one, and the
// right one.
#include <cstdint>
#include <cstdio>
#include <vector>

#include "lab/device_buffer.h"

using std::uint32_t;

// [lab01-rules]
enum class rule { serial, printed, right };  // the source's serial rule, its printed parallel one, and ours

// Does key i make the rank of key j one greater?
__device__ bool counts(rule which, const uint32_t* keys, int i, int j) {
  switch (which) {
    case rule::serial:
      return keys[i] < keys[j];
    case rule::printed:
      return keys[j] >= keys[i] && j > i;
    case rule::right:
      return keys[i] < keys[j] || (keys[i] == keys[j] && i < j);
  }
  return false;
}
// [lab01-rules]

// [lab01-rank-kernel]
__global__ void rank_kernel(rule which, const uint32_t* keys, int n, int* ranks) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n) return;  // the last block has threads without a key
  int rank = 0;
  for (int i = 0; i < n; ++i) rank += counts(which, keys, i, j);
  ranks[j] = rank;
}
// [lab01-rank-kernel]

int main() {
  const std::vector<uint32_t> keys{4, 1, 7, 4, 2, 4};
  const int n = static_cast<int>(keys.size());
  const lab::device_buffer<uint32_t> d_keys(keys);
  lab::device_buffer<int> d_ranks(keys.size());

  std::printf("keys                     ");
  for (uint32_t key : keys) std::printf("%3u", key);
  const char* names[] = {"ranks, serial rule", "ranks, printed rule", "ranks, right rule"};
  for (rule which : {rule::serial, rule::printed, rule::right}) {
    rank_kernel<<<(n + 3) / 4, 4>>>(which, d_keys.data(), n, d_ranks.data());
    CUDA_CHECK_LAUNCH("rank_kernel");
    const std::vector<int> ranks = d_ranks.download();

    std::printf("\n\n%-25s", names[static_cast<int>(which)]);
    for (int rank : ranks) std::printf("%3d", rank);
    std::vector<int> sorted(keys.size(), -1);
    for (std::size_t j = 0; j < keys.size(); ++j) sorted[ranks[j]] = static_cast<int>(keys[j]);
    std::printf("\nsorted[rank] = key gives ");
    for (int key : sorted) key < 0 ? std::printf("  ?") : std::printf("%3d", key);
  }
  std::printf("\n");
}
