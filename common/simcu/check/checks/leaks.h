// SPDX-License-Identifier: Apache-2.0
// Device memory that nobody has freed, by the place of its cudaMalloc.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>

namespace simcu::check {

struct state;

class leaks {
 public:
  static constexpr int kCallers = 10;  // of an allocation: return addresses that are kept
  using return_addresses = std::array<void*, kCallers>;

  explicit leaks(const state& s) : state_(s) {}
  void allocated(void* address, std::size_t bytes);
  void freed(void* address, std::size_t bytes);
  // The program is over, or the part of it that take_report() asks about. `asked`: what is left of the
  // allocations of this part shall be reported.
  void part_ends(bool asked);

 private:
  void report_what_is_left() const;

  const state& state_;
  std::map<std::uintptr_t, return_addresses> callers_;  // by the allocation's address
  std::int64_t first_of_part_ = 0;                      // number of its first allocation
};

}  // namespace simcu::check
