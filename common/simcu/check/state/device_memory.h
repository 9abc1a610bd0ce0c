// SPDX-License-Identifier: Apache-2.0
// The memory that kernels may use, except shared memory, and its shadow.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>

#include "state/event.h"
#include "state/shadow.h"

namespace simcu::check {

class device_memory {
 public:
  // ---- what checks ask ----
  // Allocations that have not been freed, by address.
  struct allocation {
    std::int64_t number;  // over the whole program, from 0; -1 if a kernel allocated the memory
    std::size_t bytes;
  };
  const std::map<std::uintptr_t, allocation>& allocations() const { return allocations_; }
  std::int64_t allocations_made() const { return allocations_made_; }
  const shadow_range* global() const { return global_.get(); }
  SIMCU_HOT bool is_global(std::uintptr_t a) const { return a - global_from_ < global_bytes_; }
  bool may_be_pinned(std::uintptr_t a) const { return a >= pinned_from_ && a < pinned_to_; }
  // Returns null if no memory is there.
  const shadow_range* around(std::uintptr_t a) const;

  // ---- what happens (runtime/base/observer.h), reported by the stream ----
  void allocated(void* address, std::size_t bytes);
  void freed(void* address);
  void pinned(const void* address, std::size_t bytes, bool still);
  void written_by_host(void* address, std::size_t bytes);
  void copied_on_device(void* to, const void* from, std::size_t bytes);
  void forget_accesses();
  shadow_range* around(std::uintptr_t a) {
    return const_cast<shadow_range*>(static_cast<const device_memory*>(this)->around(a));
  }
  shadow_range& global() { return *global_; }
  shadow_range& around_variable(std::uintptr_t a);  // of a __device__ or __constant__ variable

 private:
  std::unique_ptr<shadow_range> global_;
  std::uintptr_t global_from_ = 0, global_bytes_ = 0;
  std::unordered_map<const void*, std::unique_ptr<shadow_range>> variables_;
  std::map<std::uintptr_t, std::unique_ptr<shadow_range>> pinned_;
  std::uintptr_t recent_from_ = 0, recent_to_ = 0;
  shadow_range* recent_ = nullptr;
  std::uintptr_t pinned_from_ = 0, pinned_to_ = 0;
  std::map<std::uintptr_t, allocation> allocations_;
  std::int64_t allocations_made_ = 0;
};

}  // namespace simcu::check
