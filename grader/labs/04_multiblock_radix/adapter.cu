// SPDX-License-Identifier: Apache-2.0
// Buffers and parameters are named as in multiblock_radix.h; for the sorts, without d_, as in all labs. The
// parameter n is a wrong number of keys.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "lab/cuda_check.h"
#include "lab/source_level1.h"
#include "multiblock_radix.h"
#include "runner.h"

namespace {

using runner::call;
using word = std::uint32_t;

std::size_t keys_in(const call& call, std::size_t in_buffer) {
  return call.has_param("n") ? static_cast<std::size_t>(call.param("n")) : in_buffer;
}

int int_param(const call& call, const char* name) { return static_cast<int>(call.param(name)); }

lab::digit digit_of(const call& call) { return {int_param(call, "shift"), int_param(call, "bits")}; }

lab::tiling tiling_of(const call& call) {
  return {static_cast<unsigned>(call.param("block_size")), static_cast<unsigned>(call.param("tile"))};
}

}  // namespace

RUNNER_EXERCISE(block_histogram) {
  const auto keys = call.device<word>("d_keys");
  const auto histogram = call.device<word>("d_histogram");
  call.report(multiblock_radix::block_histogram(keys.data(), keys_in(call, keys.size()), digit_of(call),
                                                tiling_of(call), histogram.data()));
}

RUNNER_EXERCISE(scan_histogram) {
  const auto histogram = call.device<word>("d_histogram");
  const auto starts = call.device<word>("d_starts");
  call.report(
      multiblock_radix::scan_histogram(histogram.data(), starts.data(), keys_in(call, histogram.size())));
}

RUNNER_EXERCISE(scan_histogram_in_place) {
  const auto histogram = call.device<word>("d_histogram");
  call.report(multiblock_radix::scan_histogram(histogram.data(), histogram.data(), histogram.size()));
}

RUNNER_EXERCISE(relative_positions) {
  const auto keys = call.device<word>("d_keys");
  const auto relative = call.device<word>("d_relative");
  call.report(multiblock_radix::relative_positions(keys.data(), keys_in(call, keys.size()), digit_of(call),
                                                   tiling_of(call), relative.data()));
}

RUNNER_EXERCISE(scatter) {
  const auto keys = call.device<word>("d_keys");
  const auto relative = call.device<word>("d_relative");
  const auto starts = call.device<word>("d_starts");
  const auto out = call.device<word>("d_out");
  call.report(multiblock_radix::scatter(keys.data(), relative.data(), keys_in(call, keys.size()),
                                        digit_of(call), tiling_of(call), starts.data(), out.data()));
}

// The parameter `untimed` requests a null timer.
RUNNER_EXERCISE(sort) {
  const auto keys = call.device<word>("keys");
  const auto scratch = call.device<word>("scratch");
  lab::phase_timer timer;
  call.report(multiblock_radix::sort(keys.data(), scratch.data(), keys_in(call, keys.size()),
                                     int_param(call, "bits"), tiling_of(call),
                                     call.has_param("untimed") ? nullptr : &timer));
  call.report(timer);
}

RUNNER_EXERCISE(sort_pairs) {
  const auto keys = call.device<word>("keys");
  const auto values = call.device<word>("values");
  const auto scratch_keys = call.device<word>("scratch_keys");
  const auto scratch_values = call.device<word>("scratch_values");
  lab::phase_timer timer;
  call.report(multiblock_radix::sort_pairs(
      keys.data(), values.data(), scratch_keys.data(), scratch_values.data(), keys_in(call, keys.size()),
      int_param(call, "bits"), tiling_of(call), call.has_param("untimed") ? nullptr : &timer));
  call.report(timer);
}

// Runs the source's kernel instead of a student's code: one thread per key.
RUNNER_EXERCISE(worked_example) {
  const auto keys = call.device<word>("d_keys");
  const auto relative = call.device<word>("d_relative");
  const auto starts = call.device<word>("d_starts");
  const auto out = call.device<word>("d_out");
  const lab::digit d = digit_of(call);
  const auto block_size = static_cast<unsigned>(call.param("block_size"));
  const auto blocks = static_cast<unsigned>((keys.size() + block_size - 1) / block_size);
  lab::source::specific_address<<<blocks, block_size>>>(out.data(), keys.data(), starts.data(),
                                                        relative.data(), d.bins(),
                                                        static_cast<unsigned>(d.shift), keys.size());
  CUDA_CHECK_LAUNCH("specific_address");
}
