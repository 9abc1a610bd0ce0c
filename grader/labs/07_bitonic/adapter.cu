// SPDX-License-Identifier: Apache-2.0
// Buffers and parameters are named as in bitonic.h, without d_. The parameter n is a wrong number of keys.
#include <cstddef>
#include <cstdint>

#include "bitonic.h"
#include "runner.h"

namespace {

using runner::call;
using word = std::uint32_t;

std::size_t keys_in(const call& call, std::size_t in_buffer) {
  return call.has_param("n") ? static_cast<std::size_t>(call.param("n")) : in_buffer;
}

int int_param(const call& call, const char* name) { return static_cast<int>(call.param(name)); }

unsigned block_size_of(const call& call) { return static_cast<unsigned>(call.param("block_size")); }

bitonic::config config_of(const call& call) {
  return {block_size_of(call), int_param(call, "vector_length"), int_param(call, "vectors")};
}

template <class Run>
void with_keys(call& call, Run run) {
  const auto keys = call.device<word>("keys");
  call.report(run(keys.data(), keys_in(call, keys.size())));
}

}  // namespace

RUNNER_EXERCISE(compare_exchange_step) {
  with_keys(call, [&](word* d_keys, std::size_t n) {
    return bitonic::compare_exchange_step(d_keys, n, int_param(call, "stage"), int_param(call, "bit"));
  });
}

RUNNER_EXERCISE(sort_steps) {
  with_keys(call, [&](word* d_keys, std::size_t n) { return bitonic::sort_steps(d_keys, n); });
}

RUNNER_EXERCISE(sort_tiles) {
  with_keys(call,
            [&](word* d_keys, std::size_t n) { return bitonic::sort_tiles(d_keys, n, block_size_of(call)); });
}

RUNNER_EXERCISE(finish_merge) {
  with_keys(call, [&](word* d_keys, std::size_t n) {
    return bitonic::finish_merge(d_keys, n, block_size_of(call));
  });
}

RUNNER_EXERCISE(sort_hybrid) {
  with_keys(call, [&](word* d_keys, std::size_t n) {
    return bitonic::sort_hybrid(d_keys, n, block_size_of(call));
  });
}

RUNNER_EXERCISE(sort_tiles_vectors) {
  with_keys(call, [&](word* d_keys, std::size_t n) {
    return bitonic::sort_tiles_vectors(d_keys, n, config_of(call));
  });
}

RUNNER_EXERCISE(finish_merge_vectors) {
  with_keys(call, [&](word* d_keys, std::size_t n) {
    return bitonic::finish_merge_vectors(d_keys, n, config_of(call));
  });
}

RUNNER_EXERCISE(sort_vectors) {
  with_keys(call,
            [&](word* d_keys, std::size_t n) { return bitonic::sort_vectors(d_keys, n, config_of(call)); });
}

RUNNER_EXERCISE(fused_steps) {
  with_keys(call, [&](word* d_keys, std::size_t n) {
    return bitonic::fused_steps(d_keys, n, int_param(call, "stage"), int_param(call, "bit"),
                                int_param(call, "count"));
  });
}

RUNNER_EXERCISE(finish_merge_remapped) {
  with_keys(call, [&](word* d_keys, std::size_t n) {
    return bitonic::finish_merge_remapped(d_keys, n, block_size_of(call), call.param("swap") != 0);
  });
}

// The parameter `untimed` requests a null timer.
RUNNER_EXERCISE(sort) {
  lab::phase_timer timer;
  with_keys(call, [&](word* d_keys, std::size_t n) {
    return bitonic::sort(d_keys, n, call.has_param("untimed") ? nullptr : &timer);
  });
  call.report(timer);
}

RUNNER_EXERCISE(sort_pairs) {
  const auto values = call.device<word>("values");
  lab::phase_timer timer;
  with_keys(call, [&](word* d_keys, std::size_t n) {
    return bitonic::sort_pairs(d_keys, values.data(), n, call.has_param("untimed") ? nullptr : &timer);
  });
  call.report(timer);
}

RUNNER_EXERCISE(predicted_counts) {
  const bitonic::counts predicted =
      bitonic::predicted_counts(static_cast<std::size_t>(call.param("n")), config_of(call));
  call.report("launches", static_cast<double>(predicted.launches));
  call.report("global_steps", static_cast<double>(predicted.global_steps));
  call.report("tile_barriers", static_cast<double>(predicted.tile_barriers));
  call.report("finish_barriers", static_cast<double>(predicted.finish_barriers));
}
