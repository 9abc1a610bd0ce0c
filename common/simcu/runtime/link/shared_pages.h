// SPDX-License-Identifier: Apache-2.0
// Pinned or managed memory that the device's process shares with the host's. Kernels have a copy at the
// same addresses. A launch logs and copies the bytes that the host has changed; its end copies back what
// kernels have changed.
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

  // Call once per shared mapping, which consists of whole pages. False if the system refuses.
  bool part(char* pages, std::size_t bytes, int protection);
  // Returns `p` itself if nothing is shared there.
  char* of_host(const void* p) const;
  // The allocation begins at a page boundary.
  void show(const void* p, std::size_t bytes) { shown_[static_cast<const char*>(p)] = bytes; }
  void hide(const void* p) { shown_.erase(static_cast<const char*>(p)); }
  void hide_all_in(const char* begin, std::size_t bytes) {
    shown_.erase(shown_.lower_bound(begin), shown_.lower_bound(begin + bytes));
  }

  // Between these calls, this process cannot use the host's pages either.
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
  std::map<const char*, std::string> before_;
};

}  // namespace simcu
