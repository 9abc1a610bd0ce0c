// SPDX-License-Identifier: Apache-2.0
// Runs lab 09 on your own input: `make play LAB=09 N=20`, or KEYS="3 1 2" in place of N=20. CHECK=1 turns on
// the checkers. Change this file as you like: it is not graded.
#include "lab/device_buffer.h"
#include "lab/play.h"
#include "reverse.h"

int main(int argc, char** argv) {
  const std::vector<std::uint32_t> keys = lab::keys_to_play_with(argc, argv);
  lab::device_buffer<std::uint32_t> d_in(keys), d_out(keys.size());

  const lab::status status = reverse::reverse_copy(d_in.data(), d_out.data(), keys.size());

  return lab::show("reverse_copy", status, d_out.download(), {keys.rbegin(), keys.rend()});
}
