// SPDX-License-Identifier: Apache-2.0
// Sorts random keys once with lab 07's sort_vectors, while simcu counts launches and barriers:
//   lab07_launches N ITEMS L M         (measure_sim.sh compiles and runs it)
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "bitonic.h"
#include "lab/device_buffer.h"

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: %s n block_size vector_length vectors\n", argv[0]);
    return EXIT_FAILURE;
  }
  std::vector<std::uint32_t> keys(std::strtoull(argv[1], nullptr, 10));
  std::mt19937 random(1);
  for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random());
  lab::device_buffer<std::uint32_t> d_keys(keys);
  const bitonic::config c{static_cast<unsigned>(std::atoi(argv[2])), std::atoi(argv[3]), std::atoi(argv[4])};
  if (const lab::status status = bitonic::sort_vectors(d_keys.data(), keys.size(), c); !status.ok()) {
    std::fprintf(stderr, "%s\n", status.message().c_str());
    return EXIT_FAILURE;
  }
  std::sort(keys.begin(), keys.end());
  if (d_keys.download() == keys) return EXIT_SUCCESS;
  std::fprintf(stderr, "wrong result\n");
  return EXIT_FAILURE;
}
