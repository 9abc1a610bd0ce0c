// SPDX-License-Identifier: Apache-2.0
// In the device's process: memory that the host's process has as well, which is pinned or managed. Kernels
// have copies of it, at the same addresses. A launch begins with what the host has changed, which is written
// down, and when it ends the host gets what kernels have changed. So whatever kernels load and store, and
// however, nothing else crosses.
#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "link/crossing_log.h"

namespace simcu {

class shared_pages {
 public:
  static shared_pages& instance();

  // Once for each mapping that is shared with the host's process: whole pages, accessible or not. False: the
  // system refuses.
  bool part(char* pages, std::size_t bytes, int protection);
  // Where this process sees what the host has at `p`; `p` itself where nothing is shared.
  char* of_host(const void* p) const;
  // An allocation that begins with a page: from now on kernels see it, or not any more.
  void show(const void* p, std::size_t bytes) { shown_[static_cast<const char*>(p)] = bytes; }
  void hide(const void* p) { shown_.erase(static_cast<const char*>(p)); }
  void hide_all_in(const char* begin, std::size_t bytes) {
    shown_.erase(shown_.lower_bound(begin), shown_.lower_bound(begin + bytes));
  }

  // In between, this process cannot use the host's pages either.
  void launch_begins(crossing_log& log);
  void launch_ends();

 private:
  struct mapping {
    char *kernels, *hosts;
    std::size_t bytes;
  };
  void protect(int protection);

  std::vector<mapping> mappings_;
  std::map<const char*, std::size_t> shown_;
  std::map<const char*, std::string> before_;  // the launch
};

}  // namespace simcu
