// SPDX-License-Identifier: Apache-2.0
// Buffers and parameters are named as in level2_local_sort.h. claimed_n is a wrong number of keys or tiles.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "level2_local_sort.h"
#include "runner.h"

namespace {

using runner::call;
using words = runner::buffer<std::uint32_t>;
namespace lab05 = level2_local_sort;

std::size_t size_of(const call& call, std::size_t in_buffer) {
  return call.has_param("claimed_n") ? static_cast<std::size_t>(call.param("claimed_n")) : in_buffer;
}

int bits(const call& call) { return static_cast<int>(call.param("bits")); }
int shift(const call& call) { return static_cast<int>(call.param("shift")); }
unsigned block_size(const call& call) { return static_cast<unsigned>(call.param("block_size")); }
lab05::tiling tiling(const call& call) {
  return {block_size(call), static_cast<unsigned>(call.param("tile"))};
}

}  // namespace

RUNNER_EXERCISE(split_tiles) {
  const words keys = call.device<std::uint32_t>("d_keys");
  const words out = call.has_param("in_place") ? keys : call.device<std::uint32_t>("d_out");
  call.report(
      lab05::split_tiles(keys.data(), size_of(call, keys.size()), shift(call), tiling(call), out.data()));
}

RUNNER_EXERCISE(sort_tiles) {
  const words keys = call.device<std::uint32_t>("d_keys");
  const words out = call.has_param("in_place") ? keys : call.device<std::uint32_t>("d_out");
  const words histogram = call.device<std::uint32_t>("d_histogram");
  call.report(lab05::sort_tiles(keys.data(), size_of(call, keys.size()), {shift(call), bits(call)},
                                tiling(call), out.data(), histogram.data()));
}

RUNNER_EXERCISE(scan_tile_histograms) {
  const words histogram = call.device<std::uint32_t>("d_histogram");
  const words local = call.has_param("in_place") ? histogram : call.device<std::uint32_t>("d_local");
  call.report(lab05::scan_tile_histograms(histogram.data(), static_cast<std::size_t>(call.param("tiles")),
                                          bits(call), block_size(call), local.data()));
}

RUNNER_EXERCISE(scatter) {
  const words keys = call.device<std::uint32_t>("d_keys"), starts = call.device<std::uint32_t>("d_starts"),
              local = call.device<std::uint32_t>("d_local"), out = call.device<std::uint32_t>("d_out");
  call.report(lab05::scatter(keys.data(), size_of(call, keys.size()), {shift(call), bits(call)}, tiling(call),
                             starts.data(), local.data(), out.data()));
}

// The buffers are named as in other labs whose sort is measured.
RUNNER_EXERCISE(sort) {
  const words keys = call.device<std::uint32_t>("keys"), scratch = call.device<std::uint32_t>("scratch");
  const std::size_t n = size_of(call, keys.size());
  if (call.has_param("untimed")) {  // the timer can be null
    call.report(lab05::sort(keys.data(), scratch.data(), n, bits(call), tiling(call)));
    return;
  }
  lab::phase_timer timer;
  call.report(lab05::sort(keys.data(), scratch.data(), n, bits(call), tiling(call), &timer));
  call.report(timer);
}

RUNNER_EXERCISE(sort_pairs) {
  const words keys = call.device<std::uint32_t>("d_keys"), values = call.device<std::uint32_t>("d_values");
  const words scratch_keys = call.device<std::uint32_t>("d_scratch_keys"),
              scratch_values = call.device<std::uint32_t>("d_scratch_values");
  lab::phase_timer timer;
  call.report(lab05::sort_pairs(keys.data(), values.data(), scratch_keys.data(), scratch_values.data(),
                                size_of(call, keys.size()), bits(call), tiling(call), &timer));
  call.report(timer);
}
