// SPDX-License-Identifier: Apache-2.0
// Buffers and parameters are named as in hybrid_radix.h. claimed_n is a wrong number of elements.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "hybrid_radix.h"
#include "lab/device_buffer.h"
#include "runner.h"

namespace {

using runner::call;
using words = runner::buffer<std::uint32_t>;
namespace lab08 = hybrid_radix;

std::size_t size_of(const call& call, std::size_t in_buffer) {
  return call.has_param("claimed_n") ? static_cast<std::size_t>(call.param("claimed_n")) : in_buffer;
}

// Allocates the words that the sort needs or the test requests, but none for a wrong n.
lab::device_buffer<std::uint32_t> workspace(call& call, std::size_t needed) {
  call.report("workspace_words", static_cast<double>(needed));
  if (call.has_param("workspace_words")) needed = static_cast<std::size_t>(call.param("workspace_words"));
  return lab::device_buffer<std::uint32_t>(call.has_param("claimed_n") ? 0 : needed);
}

words array(call& call, const char* name) { return call.device<std::uint32_t>(name); }

}  // namespace

RUNNER_EXERCISE(rank_tiles) {
  const words keys = array(call, "d_keys"), ranks = array(call, "d_ranks");
  const lab08::tiling t{static_cast<unsigned>(call.param("block_size")),
                        static_cast<unsigned>(call.param("tile"))};
  const lab08::digit d{static_cast<int>(call.param("shift")), static_cast<int>(call.param("bits"))};
  call.report(lab08::rank_tiles(keys.data(), size_of(call, keys.size()), d, t, ranks.data()));
}

RUNNER_EXERCISE(sweep) {
  const words keys = array(call, "d_keys"), values = array(call, "d_values"),
              out_keys = array(call, "d_out_keys"), out_values = array(call, "d_out_values");
  call.report(lab08::sweep(keys.data(), values.data(), size_of(call, keys.size()),
                           static_cast<int>(call.param("shift")), out_keys.data(), out_values.data()));
}

RUNNER_EXERCISE(sort_pairs) {
  const words keys = array(call, "d_keys"), values = array(call, "d_values"),
              scratch_keys = array(call, "d_scratch_keys"), scratch_values = array(call, "d_scratch_values");
  lab::phase_timer timer;
  const std::size_t n = size_of(call, keys.size());
  auto room = workspace(call, lab08::pairs_workspace_words(n));
  call.report(lab08::sort_pairs(keys.data(), values.data(), scratch_keys.data(), scratch_values.data(), n,
                                room.data(), room.size(), &timer));
  call.report(timer);
}

RUNNER_EXERCISE(split) {
  const words keys = array(call, "d_keys"), cursors = array(call, "d_cursors"), out = array(call, "d_out");
  call.report(lab08::split(keys.data(), size_of(call, keys.size()), cursors.data(), out.data()));
}

RUNNER_EXERCISE(count_buckets) {
  const words keys = array(call, "d_keys"), counts = array(call, "d_counts");
  const std::size_t skipped = call.has_param("skipped") ? static_cast<std::size_t>(call.param("skipped")) : 0;
  call.report(lab08::count_buckets(keys.data() == nullptr ? nullptr : keys.data() + skipped,
                                   size_of(call, keys.size() - skipped), counts.data()));
}

RUNNER_EXERCISE(sort_buckets) {
  const words keys = array(call, "d_keys"), ends = array(call, "d_ends");
  call.report(lab08::sort_buckets(keys.data(), ends.data(), size_of(call, ends.size())));
}

// The buffers are named as in other labs whose sort is measured.
RUNNER_EXERCISE(sort) {
  const words keys = array(call, "keys"), scratch = array(call, "scratch");
  lab::phase_timer timer;
  const std::size_t n = size_of(call, keys.size());
  auto room = workspace(call, lab08::workspace_words(n));
  call.report(lab08::sort(keys.data(), scratch.data(), n, room.data(), room.size(), &timer));
  call.report(timer);
}
