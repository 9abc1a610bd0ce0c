// SPDX-License-Identifier: Apache-2.0
// Pinned or managed memory that the device's process shares with the host's process. Kernels have a copy of
// the memory at the same addresses. When a launch begins, the bytes that the host has changed are logged and
// copied for the kernels. When the launch ends, the bytes that kernels have changed are copied for the host.
// Nothing else is transferred, whatever kernels load and store.
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

  // Called once per mapping that is shared with the host's process: whole pages, accessible or not. Returns
  // false if the system refuses.
  bool part(char* pages, std::size_t bytes, int protection);
  // Returns the address at which this process sees the host's memory at `p`; `p` itself if nothing is shared
  // there.
  char* of_host(const void* p) const;
  // From now on, kernels can access this allocation, or can no longer access it. The allocation begins at a
  // page boundary.
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
  std::map<const char*, std::string> before_;  // contents before the launch
};

}  // namespace simcu
