// SPDX-License-Identifier: Apache-2.0
// Chapter 02: two passes over eight keys, step by step, with the functions of the reference solution.
#include <cstdio>

#include "solutions/02_radix_cpu/radix_cpu.cu"

using radix_cpu::exclusive_scan, radix_cpu::histogram, radix_cpu::scatter;
using std::uint32_t;
constexpr int kBits = 2;  // bits per digit, so there are four bins

static void row(const char* name, const std::vector<uint32_t>& values, int width = 3) {
  std::printf("  %-10s", name);
  for (uint32_t value : values) std::printf("%*u", width, value);
  std::printf("\n");
}

int main() {
  std::vector<uint32_t> keys{9, 4, 13, 6, 1, 12, 4, 11}, out(keys.size());
  std::vector<uint32_t> counts(radix_cpu::bins(kBits)), starts(counts.size());
  const std::size_t n = keys.size();
  row("input", keys);
  for (int shift = 0; shift < 4; shift += kBits) {
    std::printf("pass at shift %d\n", shift);
    std::vector<uint32_t> digits;
    for (uint32_t key : keys) digits.push_back((key >> shift) % counts.size());
    row("digits", digits);

    // [lab02-pass]
    (void)histogram(keys.data(), n, shift, kBits, counts.data());
    (void)exclusive_scan(counts.data(), starts.data(), kBits);
    row("counts", counts);
    row("starts", starts);
    (void)scatter(keys.data(), out.data(), n, shift, kBits, starts.data());
    row("ends", starts);
    std::swap(keys, out);
    // [lab02-pass]

    row("keys", keys);
  }
  return 0;
}
