// SPDX-License-Identifier: Apache-2.0
// Records what the first kernel's threads do in several launches. Built with `simcu --check`.
#include <iostream>

#include "accesses.h"
#include "keys_and_json.h"
#include "lab/device_buffer.h"
#define main the_programs_own_main
#include "docs/examples/01_first_kernel.cu"
#undef main

constexpr unsigned kMostBlocks = 4, kThreads[] = {16, 32, 48, 64}, kMost = 256;
using buffer = lab::device_buffer<int>;

static void launch(buffer& d_numbers, unsigned blocks, unsigned threads, unsigned n) {
  double_kernel<<<blocks, threads>>>(d_numbers.data(), static_cast<int>(n));
  CUDA_CHECK_LAUNCH("double_kernel");
}

static steppers::words writers(unsigned blocks, unsigned threads) {
  const unsigned n = blocks * threads;
  steppers::words found;
  for (const auto& element : steppers::accesses("d_numbers", n, [&] {
         buffer d_numbers(std::vector<int>(n, 1));
         launch(d_numbers, blocks, threads, n);
         return d_numbers.data();
       }))
    for (const steppers::access& one : element)
      if (one.write) found.push_back(one.block * threads + one.thread);
  steppers::require(found.size() == n, "a number was written twice, or never");
  return found;
}

// Returns how many of kMost numbers are doubled; they are always the first ones.
static unsigned written(unsigned blocks, unsigned threads, unsigned n) {
  buffer d_numbers(std::vector<int>(kMost, 1));
  launch(d_numbers, blocks, threads, n);
  const std::vector<int> after = d_numbers.download();
  unsigned count = 0;
  while (count < kMost && after[count] == 2) ++count;
  for (unsigned i = count; i < kMost; ++i)
    steppers::require(after[i] == 1, "a number is doubled after one that is not");
  return count;
}

int main() {
  std::vector<std::string> rows;
  for (unsigned blocks = 1; blocks <= kMostBlocks; ++blocks)
    for (const unsigned threads : kThreads) {
      steppers::words counts;
      for (unsigned n = 0; n <= kMost; ++n) counts.push_back(written(blocks, threads, n));
      rows.push_back("{\"blocks\":" + std::to_string(blocks) + ",\"threads\":" + std::to_string(threads) +
                     ",\"writers\":" + steppers::json(writers(blocks, threads)) +
                     ",\"written\":" + steppers::json(counts) + "}");
    }
  std::cout << "{\"launches\":" << steppers::json(rows) << "}" << std::endl;
}
