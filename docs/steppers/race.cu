// SPDX-License-Identifier: Apache-2.0
// Lab 03's source scan of eight elements by two blocks of four threads. A line of stdin is a value of
// SIMCU_SCHEDULE. Each of its 16 launches watches one element of d_bins or d_cdf, and a line of JSON has
// their reports. Built with `simcu --check`.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "simcu/report.h"
#include "solutions/03_single_block_scan_bug/single_block_scan_bug.cu"

int main() {
  constexpr unsigned kBlock = 4, kElements = 8;
  for (std::string schedule; std::getline(std::cin, schedule);) {
    std::string answer;
    setenv("SIMCU_SCHEDULE", schedule.c_str(), 1);
    for (unsigned element = 0; element < 2 * kElements; ++element) {
      const std::string array = element < kElements ? "d_bins[" : "d_cdf[";
      setenv("SIMCU_WATCH", (array + std::to_string(element % kElements) + "]").c_str(), 1);
      std::vector<std::uint32_t> in;
      for (unsigned i = 1; i <= kElements; ++i) in.push_back(i);
      lab::device_buffer<std::uint32_t> d_bins(in), d_cdf(kElements);
      const lab::status done =
          run_source_scan(d_bins.data(), d_cdf.data(), kElements, kBlock, loop_bound::grid);
      if (!done.ok()) return 1;
      answer += (answer.empty() ? "[" : ",") + simcu::take_report();
    }
    std::replace(answer.begin(), answer.end(), '\n', ' ');
    std::cout << answer << "]" << std::endl;
  }
}
