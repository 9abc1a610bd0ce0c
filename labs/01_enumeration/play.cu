// SPDX-License-Identifier: Apache-2.0
// Runs lab 01 on your own input: `make play LAB=01 N=20`, or KEYS="3 1 2" in place of N=20. CHECK=1 turns on
// the checkers. Change this file as you like: it is not graded.
#include "enumeration.h"
#include "lab/device_buffer.h"
#include "lab/play.h"

int main(int argc, char** argv) {
  const std::vector<std::uint32_t> keys = lab::keys_to_play_with(argc, argv);
  lab::device_buffer<std::uint32_t> d_keys(keys), d_sorted(keys.size());

  const lab::status status = enumeration::sort_direct(d_keys.data(), d_sorted.data(), keys.size(), 256);

  std::vector<std::uint32_t> expected = keys;
  std::sort(expected.begin(), expected.end());
  return lab::show("sort_direct", status, d_sorted.download(), expected);
}
