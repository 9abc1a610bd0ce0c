// SPDX-License-Identifier: Apache-2.0
#include "copy.h"
#include "runner.h"

RUNNER_EXERCISE(reverse_copy) {
  auto in = call.device<std::uint32_t>("d_in");
  auto out = call.device<std::uint32_t>("d_out");
  call.report(reverse_copy(in.data(), out.data(), in.size()));
}
