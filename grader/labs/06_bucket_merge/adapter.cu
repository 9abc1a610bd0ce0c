// SPDX-License-Identifier: Apache-2.0
// Buffers and parameters are named as in bucket_merge.h; for the sorts, without d_, as in all labs. The
// parameter n is a wrong number of keys.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "bucket_merge.h"
#include "ladder.h"
#include "runner.h"

namespace {

using runner::call;
using word = std::uint32_t;

std::size_t keys_in(const call& call, std::size_t in_buffer) {
  return call.has_param("n") ? static_cast<std::size_t>(call.param("n")) : in_buffer;
}

unsigned block_size_of(const call& call) { return static_cast<unsigned>(call.param("block_size")); }

bucket_merge::shape shape_of(const call& call) {
  return {block_size_of(call), static_cast<unsigned>(call.param("columns"))};
}

using merge = lab::status (*)(const word*, word*, std::size_t, bucket_merge::shape);
void serve(call& call, merge merge) {
  const auto columns = call.device<word>("d_columns");
  const auto out = call.device<word>("d_out");
  call.report(merge(columns.data(), out.data(), keys_in(call, columns.size()), shape_of(call)));
}

}  // namespace

RUNNER_EXERCISE(copy_in) {
  const auto keys = call.device<word>("d_keys");
  const auto out = call.device<word>("d_out");
  call.report(
      bucket_merge::copy_in(keys.data(), out.data(), keys_in(call, keys.size()), block_size_of(call)));
}

// A part of merge path has a number.
RUNNER_EXERCISE(ladder) {
  const auto in = call.device<word>("in");
  const auto out = call.device<word>("out");
  call.report(bucket_merge::climb(static_cast<bucket_merge::rung>(call.param("rung")), in.data(), out.data(),
                                  static_cast<unsigned>(out.size()),
                                  static_cast<unsigned>(call.param("in_a"))));
}

RUNNER_EXERCISE(sort_columns) {
  const auto keys = call.device<word>("d_keys");
  call.report(bucket_merge::sort_columns(keys.data(), keys_in(call, keys.size()), shape_of(call)));
}

RUNNER_EXERCISE(merge_1) { serve(call, bucket_merge::merge_1); }
RUNNER_EXERCISE(merge_atomic_min) { serve(call, bucket_merge::merge_atomic_min); }
RUNNER_EXERCISE(merge_reduction) { serve(call, bucket_merge::merge_reduction); }
RUNNER_EXERCISE(merge_reduction_modified) { serve(call, bucket_merge::merge_reduction_modified); }

// The parameter `untimed` requests a null timer.
RUNNER_EXERCISE(sort_4096) {
  const auto keys = call.device<word>("keys");
  lab::phase_timer timer;
  call.report(bucket_merge::sort_4096(keys.data(), keys_in(call, keys.size()), shape_of(call),
                                      static_cast<bucket_merge::finish>(call.param("finish")),
                                      call.has_param("untimed") ? nullptr : &timer));
  call.report(timer);
}

RUNNER_EXERCISE(sort_block) {
  const auto keys = call.device<word>("keys");
  lab::phase_timer timer;
  {
    lab::timed_phase phase(&timer, "kernel");
    call.report(bucket_merge::sort_block(keys.data(), keys_in(call, keys.size()), block_size_of(call)));
  }
  call.report(timer);
}

RUNNER_EXERCISE(sort_any) {
  const auto keys = call.device<word>("keys");
  const auto scratch = call.device<word>("scratch");
  lab::phase_timer timer;
  call.report(bucket_merge::sort_any(keys.data(), scratch.data(), keys_in(call, keys.size()),
                                     block_size_of(call), call.has_param("untimed") ? nullptr : &timer));
  call.report(timer);
}
