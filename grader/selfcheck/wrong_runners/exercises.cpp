// SPDX-License-Identifier: Apache-2.0
// The toy lab's exercises, either right (`honest`) or with one mistake each.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include "lab/todo.h"
#include "runner.h"
#include "runner_kind.h"

namespace {

using wrong::is;

bool before(double a, double b) { return (!std::isnan(a) && std::isnan(b)) || a < b; }

template <class T, class Less>
void sort_keys(runner::buffer<T> keys, runner::buffer<T> sorted, Less less) {
  const std::size_t n = keys.size();
  if (is("unwritten")) return;
  if (is("all_zeros")) {
    std::fill_n(sorted.data(), n, T{});
    return;
  }
  std::copy_n(keys.data(), n, sorted.data());
  if (is("fails_late_and_early")) std::this_thread::sleep_for(std::chrono::milliseconds(300));
  if (is("unsorted") || is("fails_late_and_early") || is("fails_and_sleeps")) return;
  std::stable_sort(sorted.data(), sorted.data() + n, less);
  if (is("duplicates") && n > 1) sorted.data()[n / 2] = sorted.data()[n / 2 - 1];
  if (is("wrong_from_33_keys") && n >= 33) std::swap(sorted.data()[0], sorted.data()[n - 1]);
  if (is("last_block") && n % 16 > 1)
    std::copy_n(keys.data() + n / 16 * 16, n % 16, sorted.data() + n / 16 * 16);
  if (is("past_the_end") && n > 0) sorted.data()[n + 2] = T{};
  if (is("before_the_start") && n > 0) sorted.data()[-1] = T{};
  if (is("changes_input") && n > 0) keys.data()[n - 1] += 1;
}

}  // namespace

RUNNER_EXERCISE(sort) {
  auto keys = call.device<std::uint32_t>("keys");
  auto sorted = call.device<std::uint32_t>("sorted");
  wrong::misbehave();
  lab::phase_timer timer;
  timer.start("histogram");
  timer.stop();
  timer.start("scatter");
  sort_keys(keys, sorted, std::less<std::uint32_t>());
  timer.stop();
  call.report(timer);
  if (!is("reports_no_passes")) call.report("passes", 1);
  if (is("refuses")) call.report(lab::status::bad_argument("block_size", "is not 32"));
  if (is("adapter_wants_more")) (void)call.param("radix_bits");
}

// Another lab has this exercise too. A mistake in that lab must not be blamed on the toy lab.
RUNNER_EXERCISE(sort_in_place) {
  auto keys = call.device<std::uint32_t>("keys");
  lab::phase_timer timer;
  timer.start("sort");
  if (!wrong::plays_other_lab() || !is("other_unsorted")) std::sort(keys.data(), keys.data() + keys.size());
  timer.stop();
  call.report(timer);
  if (!wrong::plays_other_lab()) return;
  if (is("other_todo")) LAB_TODO("91.1: sort the keys");
  if (is("other_crashes")) std::abort();
  if (is("other_refuses")) call.report(lab::status::bad_argument("keys", "are not liked"));
  while (is("other_hangs")) std::this_thread::yield();
}

RUNNER_EXERCISE(sort_digits) {
  auto keys = call.device<std::uint32_t>("keys");
  const auto bits = call.param("bits"), block_size = call.param("block_size");
  if (is("sweep_todo")) LAB_TODO("90.1: sort the keys");
  if (is("sweep_refuses") && block_size == 1024)
    return call.report(lab::status::bad_argument("block_size", "is not liked"));
  std::sort(keys.data(), keys.data() + keys.size());
  if (is("sweep_unsorted") && bits == 3 && block_size == 256) std::swap(keys.data()[0], keys.data()[9]);
  if (is("sweep_crashes") && bits == 8) std::abort();
  if (is("sweep_untimed")) return;
  const auto whole_passes = (32 + bits - 1) / bits;
  const auto passes = static_cast<double>(whole_passes);
  call.report_phase("histogram", passes / 2);
  call.report_phase(is("sweep_names") ? "</svg>\x1b[2J,scatter" : "scatter",
                    passes * 512 / static_cast<double>(block_size));
}

// There is no baseline_scan: a baseline that cannot be measured costs no points.
RUNNER_EXERCISE(baseline_sort) {
  lab::phase_timer timer;
  timer.start("std::sort");
  timer.stop();
  call.report(timer);
}

RUNNER_EXERCISE(sort_doubles) {
  auto keys = call.host<double>("keys");
  auto sorted = call.host<double>("sorted");
  if (is("zeros_unstable")) {
    std::copy_n(keys.data(), keys.size(), sorted.data());
    std::stable_sort(sorted.data(), sorted.data() + keys.size(), [](double a, double b) {
      return before(a, b) || (a == 0 && b == 0 && std::signbit(a) && !std::signbit(b));
    });
    return;
  }
  sort_keys(keys, sorted, before);
}

RUNNER_EXERCISE(sort_pairs) {
  auto keys = call.device<std::uint32_t>("keys");
  auto values = call.device<std::uint32_t>("values");
  const std::size_t n = keys.size();
  const std::vector<std::uint32_t> old_keys(keys.data(), keys.data() + n),
      old_values(values.data(), values.data() + n);
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (is("unstable")) std::reverse(order.begin(), order.end());
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return old_keys[a] < old_keys[b]; });
  for (std::size_t i = 0; i < n; ++i) {
    keys.data()[i] = old_keys[order[i]];
    values.data()[i] = is("values_stay") ? old_values[i] : old_values[order[i]];
  }
}

RUNNER_EXERCISE(sums) {
  auto values = call.device<std::uint32_t>("values");
  auto sums = call.device<std::uint32_t>("sums");
  if (values.data() == nullptr) {
    if (is("writes_before_refusing")) sums.data()[0] = 0;
    if (is("names_another_argument")) return call.report(lab::status::bad_argument("n", "is null"));
    if (!is("accepts_null")) return call.report(lab::status::bad_argument("values", "is null, but n is 5"));
  }
  std::fill_n(sums.data(), sums.size(), 0u);
  for (std::size_t i = 0; i < values.size(); ++i) sums.data()[i / 4] += values.data()[i];
  if (is("fails_and_sleeps")) std::this_thread::sleep_for(std::chrono::seconds(9));
  if (is("sum_off_at_last_block") || is("fails_late_and_early")) sums.data()[sums.size() - 1] += 1;
  if (is("todo")) LAB_TODO("90.3: add the values of each block");
}
