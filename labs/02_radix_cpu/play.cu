// SPDX-License-Identifier: Apache-2.0
// Runs lab 02 on your own input: `make play LAB=02 N=20`, or KEYS="3 1 2" in place of N=20. CHECK=1 turns on
// the checkers. Change this file as you like: it is not graded.
#include "lab/play.h"
#include "radix_cpu.h"

int main(int argc, char** argv) {
  const std::vector<std::uint32_t> keys = lab::keys_to_play_with(argc, argv);
  std::vector<std::uint32_t> sorted = keys, scratch(keys.size());

  const lab::status status = radix_cpu::sort(sorted.data(), scratch.data(), keys.size(), 8);

  std::vector<std::uint32_t> expected = keys;
  std::sort(expected.begin(), expected.end());
  return lab::show("sort", status, sorted, expected);
}
