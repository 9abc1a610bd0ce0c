// SPDX-License-Identifier: Apache-2.0
// The sweep over r and std::sort, as CSV on stdout. A device (or simcu) is needed only for the phase timer:
//   simcu -O2 -Icommon -Ilabs/02_radix_cpu grader/labs/02_radix_cpu/bench.cu
//   solutions/02_radix_cpu/radix_cpu.cu -o bench02
// (or nvcc with the same arguments and -std=c++17). Columns: version, n, bits, ms, speedup over std::sort.
// Times are medians, but rows "radix" and "least" are of the fastest run, and "most" of the slowest.
// Rows "plain" are for exercise 3's loop.
// Arguments: numbers of keys; without any, 16777217.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "../bench.h"
#include "radix_cpu.h"

namespace {

constexpr int kRuns = 5, kBothRuns = 9;
constexpr int kBest = 11;  // bits per digit in the comparison with std::sort

using words = std::vector<std::uint32_t>;

template <class Work>
double ms_of(Work work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

void require(const lab::status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "%s\n", status.message().c_str());
  std::exit(EXIT_FAILURE);
}

// Alternates between std::sort and the lab's sort, so that a change in the host's speed affects both.
double compare(std::size_t n) {
  std::mt19937 random(1);
  words keys(n), expected, scratch(n);
  std::vector<double> std_sort, radix, ratio;
  for (int run = 0; run < kBothRuns; ++run) {
    for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(random());
    expected = keys;
    std_sort.push_back(ms_of([&] { std::sort(expected.begin(), expected.end()); }));
    radix.push_back(ms_of([&] { require(radix_cpu::sort(keys.data(), scratch.data(), n, kBest)); }));
    ratio.push_back(std_sort.back() / radix.back());
    if (keys != expected) std::fprintf(stderr, "wrong result for n = %zu\n", n);
  }
  const auto row = [&](const char* version, int bits, const std::vector<double>& ms,
                       const std::vector<double>& speedup) {
    const auto range = std::minmax_element(ms.begin(), ms.end());
    const auto gain = std::minmax_element(speedup.begin(), speedup.end());
    std::printf("%s,%zu,%d,%.3f,%.2f\n%s least,%zu,%d,%.3f,%.2f\n%s most,%zu,%d,%.3f,%.2f\n", version, n,
                bits, bench::median(ms), bench::median(speedup), version, n, bits, *range.first, *gain.first,
                version, n, bits, *range.second, *gain.second);
  };
  row("std::sort", 0, std_sort, {1.0});
  row("sort", kBest, radix, ratio);
  return bench::median(std_sort);
}

// The sort with exercise 3's plain loop, for comparison with the sweep's `radix` rows.
void plain_sort(const words& keys, int bits, double std_sort) {
  const std::size_t n = keys.size();
  const char* const phases[] = {"histogram", "scan", "scatter", "copy", "total"};
  std::vector<double> ms[5];
  words counts(radix_cpu::bins(bits));
  for (int run = 0; run < kRuns; ++run) {
    words keys_of_run = keys, scratch(n);
    std::uint32_t *in = keys_of_run.data(), *out = scratch.data();
    double sum[5] = {};
    for (int shift = 0; shift < 32; shift += bits, std::swap(in, out)) {
      sum[0] += ms_of([&] { require(radix_cpu::histogram(in, n, shift, bits, counts.data())); });
      sum[1] += ms_of([&] { require(radix_cpu::exclusive_scan(counts.data(), counts.data(), bits)); });
      sum[2] += ms_of([&] { require(radix_cpu::scatter(in, out, n, shift, bits, counts.data())); });
    }
    if (in != keys_of_run.data()) sum[3] = ms_of([&] { std::copy(in, in + n, keys_of_run.data()); });
    sum[4] = sum[0] + sum[1] + sum[2] + sum[3];
    if (!std::is_sorted(keys_of_run.begin(), keys_of_run.end()))
      std::fprintf(stderr, "wrong result, plain, r = %d\n", bits);
    for (int phase = 0; phase < 5; ++phase) ms[phase].push_back(sum[phase]);
  }
  for (int phase = 0; phase < 5; ++phase) {
    const double median = bench::median(ms[phase]);
    std::printf("plain %s,%zu,%d,%.3f,%.2f\n", phases[phase], n, bits, median,
                median > 0 ? std_sort / median : 0.0);
  }
}

void measure(std::size_t n) {
  const double std_sort = compare(n);
  const words keys = bench::random_words(n, 2);
  words sorted(n);
  words expected = keys;
  std::sort(expected.begin(), expected.end());

  std::vector<radix_cpu::sweep_row> rows(radix_cpu::kMaxBits);
  if (lab::status status = radix_cpu::sweep(keys.data(), sorted.data(), n, kRuns, rows.data()); !status.ok())
    std::fprintf(stderr, "%s\n", status.message().c_str());
  if (sorted != expected) std::fprintf(stderr, "wrong result for n = %zu\n", n);
  for (const radix_cpu::sweep_row& row : rows) {
    const std::pair<const char*, double> columns[] = {{"histogram", row.histogram},
                                                      {"scan", row.scan},
                                                      {"scatter", row.scatter},
                                                      {"copy", row.copy},
                                                      {"total", row.total()}};
    for (const auto& [phase, ms] : columns)
      std::printf("radix %s,%zu,%d,%.3f,%.2f\n", phase, n, row.bits, ms, ms > 0 ? std_sort / ms : 0.0);
  }
  for (int bits = 1; bits <= radix_cpu::kMaxBits; ++bits) plain_sort(keys, bits, std_sort);
}

}  // namespace

int main(int argc, char** argv) {
  const radix_cpu::cache_sizes caches = radix_cpu::read_cache_sizes();
  std::fprintf(stderr, "caches: L1d %zu, L2 %zu, L3 %zu, line %zu bytes; predicted r: %d (L1d), %d (L2)\n",
               caches.l1d, caches.l2, caches.l3, caches.line,
               radix_cpu::predicted_bits(caches.l1d, caches.line),
               radix_cpu::predicted_bits(caches.l2, caches.line));
  std::puts("version,n,bits,ms,speedup");
  if (argc < 2) measure((std::size_t{1} << 24) + 1);
  for (int i = 1; i < argc; ++i) measure(std::strtoull(argv[i], nullptr, 10));
}
