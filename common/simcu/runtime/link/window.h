// SPDX-License-Identifier: Apache-2.0
// Pages that the host's and the device's process share, allocated by the host. The first pages are for
// copies.
#pragma once
#include <cstddef>
#include <map>
#include <mutex>

#include "memory/page_pool.h"

namespace simcu {

class shared_window {
 public:
  static shared_window& instance();
  bool open();  // called while there is one process; false if the system refuses

  char* staging() const { return static_cast<char*>(at(0, 0)); }
  bool contains(const void* p, std::size_t bytes) const;
  std::size_t offset_of(const void* p) const {
    return static_cast<std::size_t>(static_cast<const char*>(p) - base_);
  }
  void* at(std::size_t offset, std::size_t bytes) const;  // null if outside the window

  bool part_from_kernels();  // in the device's process (shared_pages.h)

  // ---- for the host's process ----
  void* take(std::size_t bytes);  // whole pages; null if none are left
  void give(void* p);

 private:
  char* base_ = nullptr;
  page_pool pool_;
  std::map<void*, std::size_t> taken_;
  std::mutex mutex_;
};

}  // namespace simcu
