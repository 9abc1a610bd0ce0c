// SPDX-License-Identifier: Apache-2.0
// Lab 02: the sweep over r beside std::sort, as CSV on stdout. A stand-alone program; it needs a device (or
// simcu) only because the phase timer does:
//   simcu -O2 -Icommon -Ilabs/02_radix_cpu grader/labs/02_radix_cpu/bench.cu
//   solutions/02_radix_cpu/radix_cpu.cu -o bench02
// (or nvcc with the same arguments and -std=c++17). Columns: version, n, bits, ms, speedup over std::sort.
// Arguments: numbers of keys; 16777217 without any.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "radix_cpu.h"

namespace {

constexpr int kRuns = 3;

void measure(std::size_t n) {
  std::mt19937 random(1);
  std::vector<std::uint32_t> keys(n), sorted(n);
  for (std::uint32_t& key : keys) key = random();

  double std_sort = 1e300;
  std::vector<std::uint32_t> expected;
  for (int run = 0; run < kRuns; ++run) {
    expected = keys;
    const auto begin = std::chrono::steady_clock::now();
    std::sort(expected.begin(), expected.end());
    const std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - begin;
    std_sort = std::min(std_sort, ms.count());
  }
  std::printf("std::sort,%zu,0,%.3f,1.00\n", n, std_sort);

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
