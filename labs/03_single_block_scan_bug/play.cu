// SPDX-License-Identifier: Apache-2.0
// Runs lab 03 on your own input: `make play LAB=03 N=20`, or KEYS="3 1 2" in place of N=20. CHECK=1 turns on
// the checkers. Change this file as you like: it is not graded.
#include "lab/device_buffer.h"
#include "lab/play.h"
#include "single_block_scan_bug.h"

int main(int argc, char** argv) {
  const std::vector<std::uint32_t> keys = lab::keys_to_play_with(argc, argv);
  lab::device_buffer<std::uint32_t> d_in(keys), d_out(keys.size());
  const scan_job job{d_in.data(), d_out.data(), keys.size(), scan_kind::exclusive};

  const lab::status status = scan_one_block(job, 256);

  std::vector<std::uint32_t> expected(keys.size());
  for (std::size_t i = 1; i < keys.size(); ++i) expected[i] = expected[i - 1] + keys[i - 1];
  return lab::show("scan_one_block", status, d_out.download(), expected);
}
