// SPDX-License-Identifier: Apache-2.0
#include "link/window.h"

#include <sys/mman.h>

#include "base/machine.h"
#include "link/protocol.h"
#include "link/shared_pages.h"

namespace simcu {

shared_window& shared_window::instance() {
  static auto* const window = new shared_window;
  return *window;
}

bool shared_window::open() {
  void* p = mmap(nullptr, kWindow, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) return false;
  base_ = static_cast<char*>(p);
  pool_.begin(kStaging / page_size(), (kWindow - kStaging) / page_size());
  return true;
}

bool shared_window::contains(const void* p, std::size_t bytes) const {
  const char* at = static_cast<const char*>(p);
  return base_ != nullptr && at >= base_ && at <= base_ + kWindow && bytes <= kWindow - offset_of(p);
}

void* shared_window::at(std::size_t offset, std::size_t bytes) const {
  if (base_ == nullptr || offset > kWindow || bytes > kWindow - offset) return nullptr;
  return shared_pages::instance().of_host(base_ + offset);
}

bool shared_window::part_from_kernels() {
  return shared_pages::instance().part(base_, kWindow, PROT_READ | PROT_WRITE);
}

void* shared_window::take(std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::size_t pages = whole_pages(bytes) / page_size();
  std::size_t first = 0;
  if (base_ == nullptr || pages == 0 || !pool_.take(pages, &first)) return nullptr;
  void* const p = base_ + first * page_size();
  taken_[p] = pages;
  return p;
}

void shared_window::give(void* p) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = taken_.find(p);
  if (found == taken_.end()) return;
  madvise(p, found->second * page_size(), MADV_REMOVE);
  pool_.give(offset_of(p) / page_size(), found->second);
  taken_.erase(found);
}

}  // namespace simcu
