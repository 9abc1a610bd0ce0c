// SPDX-License-Identifier: Apache-2.0
// The heap from which kernels take memory with malloc and new. As on a GPU it has its own size
// (cudaLimitMallocHeapSize), which can be set until a kernel has used it.
#pragma once
#include <cstddef>
#include <mutex>
#include <unordered_map>

namespace simcu {

class kernel_heap {
 public:
  static constexpr std::size_t kDefault = std::size_t{8} << 20, kLeast = std::size_t{4} << 20;  // bytes

  static kernel_heap& instance();  // never destroyed: kernels of other threads may still run

  // ---- for a kernel's thread, which must not be preempted meanwhile (`preemptible` is 0) ----
  void* take(std::size_t bytes);  // null: not enough is left
  bool give_back(void* p);        // false: it is not from this heap

  // ---- for the host ----
  std::size_t limit();
  bool set_limit(std::size_t bytes);  // at least kLeast is kept; false: a kernel has used the heap
  bool holds(const void* p);          // whether take() has returned p
  void reset();                       // frees all of it, and restores the limit

  // ---- callable from a signal handler ----
  // Whether take() has returned null, and the address may be in the memory that was requested.
  static bool may_have_refused(const void* address);
  // Writes "malloc returned null because …", for the latest refusal.
  static void tell_refusal(char* text, std::size_t size);

 private:
  void* refuse(std::size_t bytes);

  std::mutex mutex_;
  std::unordered_map<const void*, std::size_t> taken_;  // bytes, of each
  std::size_t used_ = 0;                                // bytes in all
  bool touched_ = false;
  std::size_t limit_ = kDefault;
};

}  // namespace simcu
