// SPDX-License-Identifier: Apache-2.0
#include "memory/page_pool.h"

#include <iterator>

namespace simcu {

void page_pool::begin(std::size_t first, std::size_t pages) {
  free_ = {{first, pages}};
  cursor_ = first;
}

void page_pool::cut_end(std::size_t pages) { free_.rbegin()->second -= pages; }

// The hole at the cursor begins with pages that have just been freed, so its part after the cursor is used
// first.
bool page_pool::take(std::size_t pages, std::size_t* first) {
  auto fits = [&](std::map<std::size_t, std::size_t>::iterator from,
                  std::map<std::size_t, std::size_t>::iterator to) {
    while (from != to && from->second < pages) ++from;
    return from;
  };
  auto start = free_.lower_bound(cursor_);
  auto hole = start == free_.begin() ? free_.end() : std::prev(start);
  std::size_t before = 0;
  if (hole != free_.end() && hole->first + hole->second >= cursor_ + pages) {
    before = cursor_ - hole->first;
  } else {
    hole = fits(start, free_.end());
    if (hole == free_.end()) hole = fits(free_.begin(), start);
    if (hole == free_.end() || hole->second < pages) return false;
  }
  *first = hole->first + before;
  const std::size_t left = hole->second - before - pages;
  if (before != 0)
    hole->second = before;
  else
    free_.erase(hole);
  if (left != 0) free_[*first + pages] = left;
  cursor_ = *first + pages;
  return true;
}

void page_pool::give(std::size_t first, std::size_t pages) {
  auto next = free_.lower_bound(first);
  if (next != free_.end() && next->first == first + pages) {
    pages += next->second;
    next = free_.erase(next);
  }
  if (next != free_.begin()) {
    auto before = std::prev(next);
    if (before->first + before->second == first) {
      before->second += pages;
      return;
    }
  }
  free_[first] = pages;
}

}  // namespace simcu
