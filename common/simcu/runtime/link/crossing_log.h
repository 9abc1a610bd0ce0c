// SPDX-License-Identifier: Apache-2.0
// All information that the host has sent to the device, as a text whose compressed length is measured. The
// program and this text suffice to repeat everything. Kernels and allocations have numbers. When an
// allocation is freed, its number becomes free as well, so the text of a loop repeats itself and compresses
// well; data without a pattern does not.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace simcu {

class crossing_log {
 public:
  static constexpr std::size_t kMost = std::size_t{4} << 20;  // bytes; later bytes are counted, not kept

  void keep(bool on) { on_ = on; }  // if off, nothing is kept or counted

  void begin(char what) { add({&what, 1}); }
  void number(std::uint64_t n) { add({reinterpret_cast<const char*>(&n), sizeof n}); }
  void thing(const void* which);           // a kernel, a stream: its number
  void gone(const void* address);          // an allocation that was released
  void place(const void* address);         // in device or host memory: the allocation and the offset in it
  void words(std::string_view arguments);  // addresses among them are places
  void data(std::string_view bytes) { add(bytes); }

  std::size_t left_out() const { return left_out_; }
  std::string take();  // returns the log, and starts an empty one

 private:
  void add(std::string_view bytes);

  bool on_ = false;
  std::string text_;
  std::size_t left_out_ = 0;
  std::map<const void*, std::uint64_t> numbers_;
  std::set<std::uint64_t> free_;  // numbers below the size of numbers_ and its own
};

}  // namespace simcu
