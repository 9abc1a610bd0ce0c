// SPDX-License-Identifier: Apache-2.0
// Fibers, and a pool of them that belongs to one OS thread.
#pragma once
#include <algorithm>
#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <memory>
#include <vector>

#include "base/returns.h"

namespace simcu {

namespace ctx = boost::context::detail;

// `context` resumes the fiber, and is valid only while the fiber does not run.
struct fiber {
  ctx::fcontext_t context = nullptr;
  char* stack = nullptr;
  std::size_t bytes = 0;
  char* top = nullptr;
  char* lowest = nullptr;  // the lowest address that a thread has used, if a checker sees it
  void goes_down_to(const void* address) {
    lowest = std::min(lowest, const_cast<char*>(static_cast<const char*>(address)));
  }
};

extern "C" void simcu_clear_registers();

// Keeps a checked program's thread from continuing unseen from data that the last thread has left on the
// stack or in registers. Inlined, because it overwrites the frames of all functions that it calls.
[[gnu::always_inline]] inline void forget_last_thread(fiber& f) {
#ifdef __x86_64__
  constexpr int kPattern = 0xfe;
  char* from = f.lowest;
  f.lowest = f.top;
  asm volatile("mov %%rsp, %%rcx\n\tsub %0, %%rcx\n\tjbe 1f\n\trep stosb\n1:"
               : "+D"(from)
               : "a"(kPattern)
               : "rcx", "cc", "memory");
  simcu_clear_registers();
#else
  (void)f;
#endif
}

// The context that runs next stores the left context in `*save`.
[[gnu::always_inline]] inline void jump(ctx::fcontext_t target, ctx::fcontext_t* save) {
  const ctx::transfer_t from = simcu_jump_and_return(target, save);
  *static_cast<ctx::fcontext_t*>(from.data) = from.fctx;
}

class fiber_pool {
 public:
  // New fibers start in `entry`, which must first store the context it came from (see jump) and never return.
  explicit fiber_pool(void (*entry)(ctx::transfer_t)) : entry_(entry) {}
  ~fiber_pool();
  fiber_pool(const fiber_pool&) = delete;
  fiber_pool& operator=(const fiber_pool&) = delete;

  fiber* take();  // null if the system has no memory left
  void give(fiber* f) { free_.push_back(f); }
  void abandon_all();
  // A thread that uses a guard page's address has used too much stack.
  bool is_guard(const void* address) const;
  bool is_stack(const void* address) const;

 private:
  void prepare(fiber& f);
  void (*entry_)(ctx::transfer_t);
  std::vector<std::unique_ptr<fiber>> all_;
  std::vector<fiber*> free_;
};

}  // namespace simcu
