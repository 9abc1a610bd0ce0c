// SPDX-License-Identifier: Apache-2.0
// The free pages of a range. Next fit, so freed pages are reused as late as possible, and a use after free
// still faults.
#pragma once
#include <cstddef>
#include <map>

namespace simcu {

class page_pool {
 public:
  void begin(std::size_t first, std::size_t pages);
  // Returns false if no hole is large enough.
  bool take(std::size_t pages, std::size_t* first);
  void give(std::size_t first, std::size_t pages);
  // The pages must be free and must never have been taken.
  void cut_end(std::size_t pages);

 private:
  std::map<std::size_t, std::size_t> free_;
  std::size_t cursor_ = 0;
};

}  // namespace simcu
