// SPDX-License-Identifier: Apache-2.0
// Runs lab 07 on your own input: `make play LAB=07 N=20`, or KEYS="3 1 2" in place of N=20. CHECK=1 turns on
// the checkers. Change this file as you like: it is not graded.
#include "bitonic.h"
#include "lab/device_buffer.h"
#include "lab/play.h"

int main(int argc, char** argv) {
  const std::vector<std::uint32_t> keys = lab::keys_to_play_with(argc, argv);
  lab::device_buffer<std::uint32_t> d_keys(keys);

  const lab::status status = bitonic::sort(d_keys.data(), keys.size());

  std::vector<std::uint32_t> expected = keys;
  std::sort(expected.begin(), expected.end());
  return lab::show("sort", status, d_keys.download(), expected);
}
