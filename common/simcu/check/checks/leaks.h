// SPDX-License-Identifier: Apache-2.0
// Device memory that was never freed, by the place of its cudaMalloc.
#pragma once
#include <cstdint>

namespace simcu::check {

struct state;

class leaks {
 public:
  explicit leaks(const state& s) : state_(s) {}
  // The program is over, or the part of it that take_report() asks about. `asked`: report what is left of
  // this part's allocations.
  void part_ends(bool asked);

 private:
  void report_what_is_left() const;

  const state& state_;
  std::int64_t first_of_part_ = 0;  // number of its first allocation
};

}  // namespace simcu::check
