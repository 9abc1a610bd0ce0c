// SPDX-License-Identifier: Apache-2.0
// Device memory: one reserved range, and the program's own __device__ and __constant__ variables. As on a
// GPU, host code cannot use it: only a launch or a copy opens its pages. Managed memory is accessible until
// it is freed.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <set>
#include <vector>

#include "base/machine.h"
#include "memory/page_pool.h"
#include "simcu/host.h"

namespace simcu {

class memory_arena {
 public:
  // Reserves the range at the first call. Never destroyed: kernels of other threads may still run.
  static memory_arena& instance();
  // Returns null if there is none yet. Callable from a signal handler.
  static memory_arena* existing();

  // Page-aligned and filled with model::kGlobalPoison, or null if the device has too little left; bytes > 0.
  void* allocate(std::size_t bytes, memory_kind kind);
  bool release(const void* p);  // false if p is not the start of a live allocation
  std::vector<void*> release_all();

  // ---- for two processes that share managed memory ----
  // From now on, managed memory and __managed__ variables are in pages that a child of this process shares.
  // Call before any allocation. False if the system refuses.
  bool begin_sharing();
  struct page_range {
    char* begin;
    std::size_t bytes;
  };
  page_range shared_range() const {
    return {base_ + shared_from_ * page_, (pages_ - closed_end() - shared_from_) * page_};
  }
  bool open_shared();
  // Repeats the parent's allocations and releases in the child. adopt returns false if the memory is not in
  // the reserved range.
  bool adopt(const void* p, std::size_t bytes, memory_kind kind);
  bool drop(const void* p);
  void drop_all();

  // Opens all device memory until the matching close. Calls nest and can come from any thread.
  void open_all();
  void close_all();
  void open(const void* p);
  void close(const void* p);

  void* base() const { return base_; }
  std::size_t reserved_bytes() const { return pages_ * page_; }
  std::size_t total_bytes() const { return total_; }
  std::size_t free_bytes();

  // Async-signal-safe: tables of atomics, no locks.
  bool contains(const void* p) const;
  memory_info describe(const void* p) const;
  // Looks for live and freed allocations around p or near it; kind unknown if there is none within reach.
  memory_info nearest(const void* p) const;

 private:
  memory_arena();
  struct record {  // of an allocation, at the index of its first page
    std::atomic<std::size_t> bytes;
    std::atomic<std::uint32_t> pages;  // including guard pages
    std::atomic<std::uint8_t> kind, live;
    std::uint32_t opened;  // unfinished copies that have opened it
  };
  std::size_t page_of(const void* p) const;
  page_pool& pool_of(std::size_t page) { return page < shared_from_ ? own_ : shared_; }
  std::size_t closed_end() const;
  std::size_t guard_pages() const;
  bool fill_pages(std::size_t first, std::size_t pages);
  void note(std::size_t first, std::size_t bytes, std::size_t guard, memory_kind kind);
  bool is_live(const void* p) const;
  void forget(std::size_t first);
  void protect(std::size_t first, int protection);
  record* live_around(const void* p, std::size_t* first);
  void release_locked(std::size_t first);
  memory_info info(std::size_t first) const;

  const std::size_t page_ = page_size();
  char* base_ = nullptr;
  std::size_t pages_ = 0;
  std::size_t total_ = 0;
  std::size_t used_pages_ = 0, live_ = 0;
  std::atomic<std::uint32_t>* owner_ = nullptr;  // per page: 1 + first page of its latest allocation, or 0
  record* records_ = nullptr;                    // per page
  page_pool own_, shared_;
  std::size_t shared_from_ = SIZE_MAX;
  std::set<std::size_t> closable_;
  unsigned all_opened_ = 0;        // launches that have not ended
  unsigned variables_opened_ = 0;  // copies that have not ended
  std::mutex mutex_;
};

bool is_device_variable(const void* p);
bool is_in_managed_pages(const void* p);
memory_arena::page_range managed_variables();

// Opens all memory for a launch, or what a copy reads and writes.
class device_memory_open {
 public:
  device_memory_open();
  explicit device_memory_open(const void* one, const void* other = nullptr);
  ~device_memory_open();
  device_memory_open(const device_memory_open&) = delete;
  device_memory_open& operator=(const device_memory_open&) = delete;

 private:
  const bool all_;
  const void* const one_ = nullptr;
  const void* const other_ = nullptr;
};

}  // namespace simcu
