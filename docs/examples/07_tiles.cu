// SPDX-License-Identifier: Apache-2.0
// One tile of 2048 keys, sorted five times by the reference solution of lab 07: with 1024 threads of single
// keys, with 256, 128 and 64 threads of vectors, and with 128 threads in rounds of four steps.
#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

#include "bitonic.h"
#include "given.h"
#include "lab/device_buffer.h"

namespace bitonic {
constexpr std::uint32_t kInfinity = 0xffffffff;
#include "solutions/07_bitonic/rounds.cuh"
#include "solutions/07_bitonic/tile_rounds.cuh"

// Counters go by the kernel's name, so the same template is compiled under four.
namespace scalars {
#define sort_tiles_kernel single_keys_kernel
#include "solutions/07_bitonic/vector_tiles.cuh"
#undef sort_tiles_kernel
}  // namespace scalars
namespace fours {
#define sort_tiles_kernel sides_of_4_kernel
#include "solutions/07_bitonic/vector_tiles.cuh"
#undef sort_tiles_kernel
}  // namespace fours
namespace eights {
#define sort_tiles_kernel sides_of_8_kernel
#include "solutions/07_bitonic/vector_tiles.cuh"
#undef sort_tiles_kernel
}  // namespace eights
namespace sixteens {
#define sort_tiles_kernel sides_of_16_kernel
#include "solutions/07_bitonic/vector_tiles.cuh"
#undef sort_tiles_kernel
}  // namespace sixteens
}  // namespace bitonic

int main() {
  constexpr std::size_t n = 2048;
  std::vector<std::uint32_t> keys(n), sorted;
  std::mt19937 random(7);
  for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random());
  sorted = keys;
  std::sort(sorted.begin(), sorted.end());

  lab::device_buffer<std::uint32_t> d_keys(n);
  const auto check = [&](const char* what, auto sort) {
    d_keys.upload(keys);
    sort();
    std::printf("%-38s %s\n", what, d_keys.download() == sorted ? "sorted" : "wrong");
  };
  std::uint32_t* d = d_keys.data();
  check("single keys, 1024 threads", [&] { bitonic::scalars::launch_tiles<1>(false, d, n, 1024); });
  check("L = 4, M = 1, 256 threads", [&] { bitonic::fours::launch_tiles<4>(false, d, n, 256); });
  check("L = 8, M = 1, 128 threads", [&] { bitonic::eights::launch_tiles<8>(false, d, n, 128); });
  check("L = 8, M = 2, 64 threads", [&] { bitonic::sixteens::launch_tiles<16>(false, d, n, 64); });
  check("rounds of four steps, 128 threads",
        [&] { bitonic::launch_rounds<11, false>(bitonic::key_array{d}, n, false); });
}
