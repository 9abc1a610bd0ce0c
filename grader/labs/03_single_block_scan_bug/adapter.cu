// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdlib>

#include "article_sort.h"
#include "lab/cuda_check.h"
#include "lab/device_buffer.h"
#include "ladder.h"
#include "lookback_two_words.cuh"
#include "runner.h"
#include "single_block_scan_bug.h"

namespace {

loop_bound bound_of(const runner::call& call) {
  return call.param("bound_is_grid") != 0 ? loop_bound::grid : loop_bound::block;
}

// Uses the elements of `in` and `out` from `shift` on, or of `data` as both. `in_shift` replaces the shift of
// `in`, and `claimed_n` is a wrong count.
template <class Scan>
void serve(runner::call& call, Scan scan) {
  const bool in_place = call.has_param("in_place");
  const auto in = call.device<std::uint32_t>(in_place ? "data" : "in");
  const auto out = call.device<std::uint32_t>(in_place ? "data" : "out");
  const std::size_t shift = call.has_param("shift") ? static_cast<std::size_t>(call.param("shift")) : 0,
                    in_shift =
                        call.has_param("in_shift") ? static_cast<std::size_t>(call.param("in_shift")) : shift;
  scan_job job{in.data() == nullptr ? nullptr : in.data() + in_shift,
               out.data() == nullptr ? nullptr : out.data() + shift, 0, scan_kind::exclusive};
  job.n = call.has_param("claimed_n") ? static_cast<std::size_t>(call.param("claimed_n"))
                                      : in.size() - std::max(shift, in_shift);
  if (call.param("inclusive") != 0) job.kind = scan_kind::inclusive;
  lab::phase_timer timer;
  call.report(scan(job, static_cast<unsigned>(call.param("block_size")), &timer));
  call.report(timer);
}

}  // namespace

// Runs the source's scan, unchanged, on `bins` in place: once on each n elements.
RUNNER_EXERCISE(starter) {
  const auto bins = call.device<std::uint32_t>("bins");
  const auto cdf = call.device<std::uint32_t>("cdf");
  const std::size_t n = call.has_param("n") ? static_cast<std::size_t>(call.param("n")) : bins.size();
  for (std::size_t i = 0; i < bins.size(); i += n)
    call.report(run_source_scan(bins.data() + i, cdf.data() + i, n,
                                static_cast<unsigned>(call.param("block_size")), bound_of(call)));
}

// Uses the article's scan or the scan of exercise 6.
RUNNER_EXERCISE(article_sort) {
  const auto keys = call.device<std::uint32_t>("keys");
  call.report(article_sort(keys.data(), keys.size(), static_cast<int>(call.param("bits")),
                           static_cast<unsigned>(call.param("block_size")),
                           call.param("repaired") != 0 ? scan_repaired : scan_of_the_source));
}

RUNNER_EXERCISE(watch) {
  const auto in = call.host<std::uint32_t>("in");
  observation seen{-1, -2, -1};
  call.report(watch_source_scan(in.data(), in.size(), static_cast<unsigned>(call.param("block_size")),
                                bound_of(call), static_cast<int>(call.param("runs")), &seen));
  call.report("wrong_runs", seen.wrong_runs);
  call.report("first_wrong", static_cast<double>(seen.first_wrong));
  call.report("most_wrong", static_cast<double>(seen.most_wrong));
}

// A rung of the ladder has a number.
RUNNER_EXERCISE(ladder) {
  const auto in = call.device<std::uint32_t>("in");
  const auto out = call.device<std::uint32_t>("out");
  call.report(climb(static_cast<rung>(call.param("rung")), in.data(), out.data(),
                    static_cast<unsigned>(out.size()), static_cast<unsigned>(call.param("block_size"))));
}

RUNNER_EXERCISE(one_block) { serve(call, scan_one_block); }
RUNNER_EXERCISE(any_size) { serve(call, scan_any_size); }
RUNNER_EXERCISE(cooperative) { serve(call, scan_cooperative); }
RUNNER_EXERCISE(single_pass) { serve(call, scan_single_pass); }

// Some tools print a summary when the program ends.
RUNNER_EXERCISE(leave) {
  (void)call;
  std::exit(0);
}

// Runs no student code: the checkers' reports for a look-back with and without fences.
RUNNER_EXERCISE(two_words) {
  const auto in = call.device<std::uint32_t>("in");
  const auto out = call.device<std::uint32_t>("out");
  const unsigned tiles = static_cast<unsigned>(in.size());
  lab::device_buffer<std::uint32_t> d_state(tiles), d_sums(tiles);
  d_state.fill_bytes(0);
  const auto kernel = call.param("fences") != 0 ? two_words_kernel<true> : two_words_kernel<false>;
  kernel<<<tiles, 1>>>(in.data(), out.data(), d_state.data(), d_sums.data());
  CUDA_CHECK_LAUNCH("two_words_kernel");
}
