// SPDX-License-Identifier: Apache-2.0
// Runs lab 08 on your own input: `make play LAB=08 N=20`, or KEYS="3 1 2" in place of N=20. CHECK=1 turns on
// the checkers. Change this file as you like: it is not graded.
#include "hybrid_radix.h"
#include "lab/device_buffer.h"
#include "lab/play.h"

int main(int argc, char** argv) {
  const std::vector<std::uint32_t> keys = lab::keys_to_play_with(argc, argv);
  const std::size_t words = hybrid_radix::workspace_words(keys.size());
  lab::device_buffer<std::uint32_t> d_keys(keys), d_scratch(keys.size()), d_workspace(words);

  const lab::status status =
      hybrid_radix::sort(d_keys.data(), d_scratch.data(), keys.size(), d_workspace.data(), words);

  std::vector<std::uint32_t> expected = keys;
  std::sort(expected.begin(), expected.end());
  return lab::show("sort", status, d_keys.download(), expected);
}
