// SPDX-License-Identifier: Apache-2.0
// Which pages of a range are free. Next fit: freed pages are used again as late as possible, so that a use
// after free still faults.
#pragma once
#include <cstddef>
#include <map>

namespace simcu {

class page_pool {
 public:
  // All pages of the range are free.
  void begin(std::size_t first, std::size_t pages);
  // This many adjacent pages; false: there are none.
  bool take(std::size_t pages, std::size_t* first);
  void give(std::size_t first, std::size_t pages);
  // The range loses this many pages at its end, which must be free, and have never been taken.
  void cut_end(std::size_t pages);

 private:
  std::map<std::size_t, std::size_t> free_;  // first page -> pages
  std::size_t cursor_ = 0;
};

}  // namespace simcu
