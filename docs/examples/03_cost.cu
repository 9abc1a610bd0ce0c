// SPDX-License-Identifier: Apache-2.0
// Chapter 03: the memory traffic of the reference solution's scans; see 03_cost.counters.expected.
#include <cstdio>
#include <cstdlib>

#include "solutions/03_single_block_scan_bug/single_block_scan_bug.cu"

int main() {
  setenv("SIMCU_SCHEDULE", "fifo", 1);  // no block waits for another, so the loads never vary
  constexpr std::size_t n = 1 << 16;
  const std::vector<std::uint32_t> ones(n, 1);
  const lab::device_buffer<std::uint32_t> d_in(ones);
  lab::device_buffer<std::uint32_t> d_out(n);
  const scan_job job{d_in.data(), d_out.data(), n, scan_kind::inclusive};
  const auto report = [&](const char* name, const lab::status& status) {
    const std::vector<std::uint32_t> sums = d_out.download();
    std::size_t right = 0;
    for (std::size_t i = 0; i < n; ++i) right += sums[i] == i + 1;
    std::printf("%-12s %s\n", name, status.ok() && right == n ? "right" : "WRONG");
  };
  report("any size", scan_any_size(job, 128));
  report("cooperative", scan_cooperative(job, 128));
  report("single pass", scan_single_pass(job, 128));
  return 0;
}
