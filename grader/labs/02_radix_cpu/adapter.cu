// SPDX-License-Identifier: Apache-2.0
// Buffers and parameters are named as in radix_cpu.h. The parameter n is a wrong number of keys.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lines.h"
#include "radix_cpu.h"
#include "runner.h"

namespace {

using runner::call;

std::size_t key_count(const call& call, std::size_t in_buffer) {
  return call.has_param("n") ? static_cast<std::size_t>(call.param("n")) : in_buffer;
}

int int_param(const call& call, const char* name) { return static_cast<int>(call.param(name)); }

void report(call& call, const radix_cpu::sort_stats& stats) {
  call.report("moved", stats.moved);
  call.report("skipped", stats.skipped);
}

// `back` is computed from the result of to_word.
template <class Key>
void words(call& call) {
  auto keys = call.host<Key>("keys");
  auto words = call.host<radix_cpu::word<Key>>("words");
  auto back = call.host<Key>("back");
  for (std::size_t i = 0; i < keys.size(); ++i) {
    words.data()[i] = radix_cpu::to_word<Key>(keys.data()[i]);
    back.data()[i] = radix_cpu::from_word<Key>(words.data()[i]);
  }
}

template <class Key>
void sort_keys(call& call) {
  auto keys = call.host<Key>("keys");
  call.report(radix_cpu::sort_keys<Key>(keys.data(), key_count(call, keys.size()), int_param(call, "bits")));
}

// Rows are sent as six doubles: bits, histogram, scan, scatter, copy, total.
constexpr std::size_t kRowFields = 6;

}  // namespace

RUNNER_EXERCISE(histogram) {
  auto keys = call.host<std::uint32_t>("keys");
  auto counts = call.host<std::uint32_t>("counts");
  call.report(radix_cpu::histogram(keys.data(), key_count(call, keys.size()), int_param(call, "shift"),
                                   int_param(call, "bits"), counts.data()));
}

RUNNER_EXERCISE(exclusive_scan) {
  auto counts = call.host<std::uint32_t>("counts");
  auto starts = call.host<std::uint32_t>("starts");
  call.report(radix_cpu::exclusive_scan(counts.data(), starts.data(), int_param(call, "bits")));
}

RUNNER_EXERCISE(exclusive_scan_in_place) {
  auto counts = call.host<std::uint32_t>("counts");
  call.report(radix_cpu::exclusive_scan(counts.data(), counts.data(), int_param(call, "bits")));
}

RUNNER_EXERCISE(scatter) {
  auto keys = call.host<std::uint32_t>("keys");
  auto out = call.host<std::uint32_t>("out");
  auto starts = call.host<std::uint32_t>("starts");
  call.report(radix_cpu::scatter(keys.data(), out.data(), key_count(call, keys.size()),
                                 int_param(call, "shift"), int_param(call, "bits"), starts.data()));
}

// `out` begins after `before_out` elements of the buffer. Reports where in its memory line `out`
// begins, and how many lines were stored.
RUNNER_EXERCISE(scatter_by_lines) {
  auto keys = call.host<std::uint32_t>("keys");
  auto out = call.host<std::uint32_t>("out");
  auto starts = call.host<std::uint32_t>("starts");
  std::uint32_t* const begin =
      out.data() == nullptr ? nullptr : out.data() + static_cast<std::size_t>(call.param("before_out"));
  radix_cpu::line_store store_line;
  call.report(radix_cpu::scatter_by_lines(keys.data(), begin, key_count(call, keys.size()),
                                          int_param(call, "shift"), int_param(call, "bits"), starts.data(),
                                          store_line));
  call.report("lines", static_cast<double>(store_line.stored()));
  call.report("place_in_line", radix_cpu::place_in_line(begin));
}

RUNNER_EXERCISE(sort) {
  auto keys = call.host<std::uint32_t>("keys");
  auto scratch = call.host<std::uint32_t>("scratch");
  radix_cpu::sort_stats stats{-1, -1};
  lab::phase_timer timer;
  call.report(radix_cpu::sort(keys.data(), scratch.data(), key_count(call, keys.size()),
                              int_param(call, "bits"), &stats, &timer));
  report(call, stats);
  call.report(timer);
}

// Without stats and timer, which can both be null.
RUNNER_EXERCISE(sort_plain) {
  auto keys = call.host<std::uint32_t>("keys");
  auto scratch = call.host<std::uint32_t>("scratch");
  call.report(radix_cpu::sort(keys.data(), scratch.data(), keys.size(), int_param(call, "bits")));
}

RUNNER_EXERCISE(sort_pairs) {
  auto keys = call.host<std::uint32_t>("keys");
  auto values = call.host<std::uint32_t>("values");
  auto scratch_keys = call.host<std::uint32_t>("scratch_keys");
  auto scratch_values = call.host<std::uint32_t>("scratch_values");
  radix_cpu::sort_stats stats{-1, -1};
  lab::phase_timer timer;
  call.report(radix_cpu::sort_pairs(keys.data(), values.data(), scratch_keys.data(), scratch_values.data(),
                                    key_count(call, keys.size()), int_param(call, "bits"), &stats, &timer));
  report(call, stats);
  call.report(timer);
}

RUNNER_EXERCISE(sweep) {
  auto keys = call.host<std::uint32_t>("keys");
  auto sorted = call.host<std::uint32_t>("sorted");
  auto table = call.host<double>("rows");
  std::vector<radix_cpu::sweep_row> rows(radix_cpu::kMaxBits);
  call.report(
      radix_cpu::sweep(keys.data(), sorted.data(), keys.size(), int_param(call, "repeats"), rows.data()));
  for (std::size_t i = 0; i < rows.size() && (i + 1) * kRowFields <= table.size(); ++i) {
    const radix_cpu::sweep_row& row = rows[i];
    const double fields[kRowFields] = {
        static_cast<double>(row.bits), row.histogram, row.scan, row.scatter, row.copy, row.total()};
    for (std::size_t f = 0; f < kRowFields; ++f) table.data()[i * kRowFields + f] = fields[f];
  }
}

// `rows` alternates between bits and times.
RUNNER_EXERCISE(fastest_bits) {
  auto table = call.host<double>("rows");
  std::vector<radix_cpu::sweep_row> rows;
  for (std::size_t i = 0; i + 1 < table.size(); i += 2) {  // each row has its whole time in a different phase
    radix_cpu::sweep_row row{static_cast<int>(table.data()[i]), 0, 0, 0, 0};
    double* const phases[] = {&row.copy, &row.scatter, &row.histogram, &row.scan};
    *phases[i / 2 % 4] = table.data()[i + 1];
    rows.push_back(row);
  }
  call.report("bits", radix_cpu::fastest_bits(rows.data(), rows.size()));
}

RUNNER_EXERCISE(read_cache_sizes) {
  const radix_cpu::cache_sizes sizes = radix_cpu::read_cache_sizes();
  call.report("l1d", static_cast<double>(sizes.l1d));
  call.report("l2", static_cast<double>(sizes.l2));
  call.report("l3", static_cast<double>(sizes.l3));
  call.report("line", static_cast<double>(sizes.line));
}

RUNNER_EXERCISE(working_set) {
  call.report("bytes", static_cast<double>(radix_cpu::working_set(
                           int_param(call, "bits"), static_cast<std::size_t>(call.param("line_bytes")))));
}

RUNNER_EXERCISE(predicted_bits) {
  call.report("bits", radix_cpu::predicted_bits(static_cast<std::size_t>(call.param("cache_bytes")),
                                                static_cast<std::size_t>(call.param("line_bytes"))));
}

RUNNER_EXERCISE(words_i32) { words<std::int32_t>(call); }
RUNNER_EXERCISE(words_u64) { words<std::uint64_t>(call); }
RUNNER_EXERCISE(words_i64) { words<std::int64_t>(call); }
RUNNER_EXERCISE(words_f32) { words<float>(call); }
RUNNER_EXERCISE(words_f64) { words<double>(call); }
RUNNER_EXERCISE(sort_keys_i32) { sort_keys<std::int32_t>(call); }
RUNNER_EXERCISE(sort_keys_u64) { sort_keys<std::uint64_t>(call); }
RUNNER_EXERCISE(sort_keys_i64) { sort_keys<std::int64_t>(call); }
RUNNER_EXERCISE(sort_keys_f32) { sort_keys<float>(call); }
RUNNER_EXERCISE(sort_keys_f64) { sort_keys<double>(call); }
