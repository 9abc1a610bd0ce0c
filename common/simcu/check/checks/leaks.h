// SPDX-License-Identifier: Apache-2.0
// Device memory that was never freed, grouped by the place of its cudaMalloc.
#pragma once
#include <cstdint>

namespace simcu::check {

struct state;

class leaks {
 public:
  explicit leaks(const state& s) : state_(s) {}
  // Ends the program, or the part that take_report() reports on. If `asked`, reports the part's allocations
  // that are still live.
  void part_ends(bool asked);

 private:
  void report_what_is_left() const;

  const state& state_;
  std::int64_t first_of_part_ = 0;
};

}  // namespace simcu::check
