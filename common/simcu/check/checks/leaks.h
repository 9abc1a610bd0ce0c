// SPDX-License-Identifier: Apache-2.0
// Reports device memory that was never freed, grouped by the place of its cudaMalloc.
#pragma once
#include <cstdint>

namespace simcu::check {

struct state;

class leaks {
 public:
  explicit leaks(const state& s) : state_(s) {}
  // Called when the program has ended, or the part of it that take_report() reports on. `asked`: report the
  // remaining allocations of this part.
  void part_ends(bool asked);

 private:
  void report_what_is_left() const;

  const state& state_;
  std::int64_t first_of_part_ = 0;  // number of its first allocation
};

}  // namespace simcu::check
