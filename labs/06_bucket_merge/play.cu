// SPDX-License-Identifier: Apache-2.0
// Runs lab 06 on your own input: `make play LAB=06 N=20`, or KEYS="3 1 2" in place of N=20. CHECK=1 turns on
// the checkers. Change this file as you like: it is not graded.
#include "bucket_merge.h"
#include "lab/device_buffer.h"
#include "lab/play.h"

int main(int argc, char** argv) {
  const std::vector<std::uint32_t> keys = lab::keys_to_play_with(argc, argv);
  lab::device_buffer<std::uint32_t> d_keys(keys);

  const bucket_merge::finish how = bucket_merge::finish::merge_1;
  const lab::status status = bucket_merge::sort_4096(d_keys.data(), keys.size(), {32, 4}, how);

  std::vector<std::uint32_t> expected = keys;
  std::sort(expected.begin(), expected.end());
  return lab::show("sort_4096", status, d_keys.download(), expected);
}
