// SPDX-License-Identifier: Apache-2.0
// Lab 09's exercises, as the runner serves them. Buffers and parameters are named as in reverse.h. A test
// that checks whether a null buffer is refused sends n itself.
#include <cstddef>
#include <cstdint>

#include "reverse.h"
#include "runner.h"

namespace {

std::size_t element_count(const runner::call& call, std::size_t in_buffer) {
  return call.has_param("n") ? static_cast<std::size_t>(call.param("n")) : in_buffer;
}

}  // namespace

RUNNER_EXERCISE(reverse_copy) {
  auto in = call.device<std::uint32_t>("d_in");
  auto out = call.device<std::uint32_t>("d_out");
  call.report(reverse::reverse_copy(in.data(), out.data(), element_count(call, in.size())));
}

RUNNER_EXERCISE(reverse_tiles) {
  auto data = call.device<std::uint32_t>("d_data");
  call.report(reverse::reverse_tiles(data.data(), element_count(call, data.size()),
                                     static_cast<unsigned>(call.param("tile"))));
}
