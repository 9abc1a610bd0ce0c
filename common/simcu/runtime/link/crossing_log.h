// SPDX-License-Identifier: Apache-2.0
// All information that the host has sent to the device, as text whose compressed length is measured. With the
// program, it suffices to repeat the run. Allocations have numbers in the order in which they were made, even
// while nothing is kept. Numbers of freed allocations are used again, so that a loop's text repeats itself
// and compresses well.
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

  void keep(bool on) { on_ = on; }

  void begin(char what) { add({&what, 1}); }
  void number(std::uint64_t n) { add({reinterpret_cast<const char*>(&n), sizeof n}); }
  void code(const void* address);       // of a kernel
  void allocated(const void* address);  // gives the allocation its number
  void gone(const void* address);       // the allocation has been freed
  void place(const void* address);      // in a live allocation: its number and the offset; else the address
  void words(std::string_view arguments);  // device addresses among them are logged as places
  void data(std::string_view bytes) { add(bytes); }

  std::size_t left_out() const { return left_out_; }
  std::string take();  // starts an empty log

 private:
  void add(std::string_view bytes);
  std::uint64_t number_of(const void* allocation);

  bool on_ = false;
  std::string text_;
  std::size_t left_out_ = 0;
  std::map<const void*, std::uint64_t> numbers_;
  std::set<std::uint64_t> free_;  // the unused numbers below numbers_.size() + free_.size()
};

}  // namespace simcu
