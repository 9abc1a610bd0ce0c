// SPDX-License-Identifier: Apache-2.0
// The heap of kernels, and the functions that a program's objects call instead of malloc, free, new and
// delete (driver/compile.cpp).
#include "memory/kernel_heap.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "base/observer.h"
#include "memory/arena.h"
#include "simcu/error_codes.h"
#include "simcu/kernel.h"

namespace simcu {
namespace {

// A GPU's heap aligns to 16 bytes, and needs some memory itself: out of 8 MiB, an H100 gives 1 MiB six times.
constexpr std::size_t kUnit = 16;
constexpr std::size_t kNearNull = std::size_t{1} << 20;

// The request that take() refused; bytes.
std::atomic<std::size_t> most_refused{0}, last_refused{0}, left_then{0}, limit_then{0};

}  // namespace

kernel_heap& kernel_heap::instance() {
  static auto* const heap = new kernel_heap;
  return *heap;
}

void* kernel_heap::refuse(std::size_t bytes) {
  left_then = limit_ - used_;
  limit_then = limit_;
  last_refused = bytes;
  most_refused = std::max({most_refused.load(), bytes, std::size_t{1}});
  return nullptr;
}

// Under --check this is device memory, which is watched like memory from cudaMalloc.
void* kernel_heap::take(std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  touched_ = true;
  const std::size_t asked = std::max<std::size_t>(bytes, 1);
  if (asked > limit_ - used_) return refuse(bytes);
  void* const p =
      the_observer ? memory_arena::instance().allocate(asked, memory_kind::device) : std::malloc(asked);
  if (!p) return refuse(bytes);
  const std::size_t counted = std::min((asked + kUnit - 1) / kUnit * kUnit, limit_ - used_);
  taken_[p] = counted;
  used_ += counted;
  if (the_observer) the_observer->taken_by_kernel(p, bytes);
  return p;
}

bool kernel_heap::give_back(void* p) {
  const std::lock_guard<std::mutex> lock(mutex_);
  touched_ = true;
  const auto found = taken_.find(p);
  if (found == taken_.end()) return p == nullptr;
  used_ -= found->second;
  taken_.erase(found);
  if (!the_observer) {
    std::free(p);
    return true;
  }
  memory_arena::instance().release(p);
  the_observer->given_back_by_kernel(p);
  return true;
}

std::size_t kernel_heap::limit() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return limit_;
}

bool kernel_heap::set_limit(std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (touched_) return false;
  limit_ = std::max(bytes, kLeast);  // as an H100 does
  return true;
}

bool kernel_heap::holds(const void* p) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return taken_.count(p) != 0;
}

// Under --check the arena has already freed the memory.
void kernel_heap::reset() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!the_observer)
    for (const auto& [p, bytes] : taken_) std::free(const_cast<void*>(p));
  taken_.clear();
  used_ = 0;
  touched_ = false;
  limit_ = kDefault;
  most_refused = 0;
}

bool kernel_heap::may_have_refused(const void* address) {
  const std::size_t most = most_refused;
  return most != 0 && reinterpret_cast<std::uintptr_t>(address) < std::max(most, kNearNull);
}

void kernel_heap::tell_refusal(char* text, std::size_t size) {
  std::snprintf(text, size,
                "malloc returned null because the heap of %zu bytes is used up: %zu bytes were asked for, "
                "and %zu were left",
                limit_then.load(), last_refused.load(), left_then.load());
}

}  // namespace simcu

// Memory that a kernel takes is not the host's. These functions are weak, because a program may have its own
// `operator new`.
extern "C" {

[[gnu::weak]] void* simcu_malloc(std::size_t bytes) {
  if (!simcu::preemptible) return std::malloc(bytes);
  simcu::preemptible = 0;
  void* const p = simcu::kernel_heap::instance().take(bytes);
  simcu::preemptible = 1;
  return p;
}

// Returns false if no kernel took this memory: then it is the host's, from code that was not compiled for
// kernels.
static bool kernel_gives_back(void* p) {
  if (!simcu::preemptible) return false;
  simcu::preemptible = 0;
  const bool done = simcu::kernel_heap::instance().give_back(p);
  if (!done && simcu::in_device_range(p))
    simcu::fail_kernel(cudaErrorLaunchFailure,
                       "a kernel frees what it did not get from malloc or new, or frees it twice",
                       simcu::location{nullptr, 0});
  simcu::preemptible = 1;
  return done;
}

[[gnu::weak]] void simcu_free(void* p) {
  if (!kernel_gives_back(p)) std::free(p);
}

// In a kernel, null means that there is no room, because a kernel cannot throw.
[[gnu::weak]] void* simcu_new(std::size_t bytes) {
  return simcu::preemptible ? simcu_malloc(bytes) : ::operator new(bytes);
}
[[gnu::weak]] void* simcu_new_array(std::size_t bytes) {
  return simcu::preemptible ? simcu_malloc(bytes) : ::operator new[](bytes);
}
[[gnu::weak]] void* simcu_new_nothrow(std::size_t bytes, const std::nothrow_t& none) {
  return simcu::preemptible ? simcu_malloc(bytes) : ::operator new(bytes, none);
}
[[gnu::weak]] void* simcu_new_array_nothrow(std::size_t bytes, const std::nothrow_t& none) {
  return simcu::preemptible ? simcu_malloc(bytes) : ::operator new[](bytes, none);
}
[[gnu::weak]] void simcu_delete(void* p) {
  if (!kernel_gives_back(p)) ::operator delete(p);
}
[[gnu::weak]] void simcu_delete_array(void* p) {
  if (!kernel_gives_back(p)) ::operator delete[](p);
}
[[gnu::weak]] void simcu_delete_nothrow(void* p, const std::nothrow_t&) { simcu_delete(p); }
[[gnu::weak]] void simcu_delete_array_nothrow(void* p, const std::nothrow_t&) { simcu_delete_array(p); }
[[gnu::weak]] void simcu_delete_sized(void* p, std::size_t) { simcu_delete(p); }
[[gnu::weak]] void simcu_delete_array_sized(void* p, std::size_t) { simcu_delete_array(p); }

}  // extern "C"
