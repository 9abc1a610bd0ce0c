// SPDX-License-Identifier: Apache-2.0
// cuda::barrier of libcu++: a phase number and a count of those that are still to come, both atomic.
#pragma once
#include <cstddef>

#include "simcu/cuda_atomic.h"

namespace cuda {

template <thread_scope Scope = thread_scope_system>
class barrier {
 public:
  using arrival_token = unsigned;
  barrier() = default;
  explicit barrier(::std::ptrdiff_t expected) { init_barrier(expected); }
  [[nodiscard]] arrival_token arrive(::std::ptrdiff_t by = 1) {
    const unsigned phase = phase_.load(memory_order_relaxed);
    const auto count = static_cast<unsigned>(by);
    if (left_.fetch_sub(count, memory_order_acq_rel) == count) {
      left_.store(expected_.load(memory_order_relaxed), memory_order_relaxed);
      phase_.fetch_add(1u, memory_order_release);
    }
    return phase;
  }
  void wait(arrival_token&& token) const {
    while (phase_.load(memory_order_acquire) == token) {
    }
  }
  bool try_wait(arrival_token token) const { return phase_.load(memory_order_acquire) != token; }
  void arrive_and_wait() { wait(arrive()); }
  void arrive_and_drop() {
    expected_.fetch_sub(1u, memory_order_relaxed);
    (void)arrive();
  }
  void init_barrier(::std::ptrdiff_t expected) {
    expected_.store(static_cast<unsigned>(expected), memory_order_relaxed);
    left_.store(static_cast<unsigned>(expected), memory_order_relaxed);
    phase_.store(0u, memory_order_relaxed);
  }

 private:
  atomic<unsigned, Scope> expected_, left_, phase_;
};

template <thread_scope Scope>
void init(barrier<Scope>* b, ::std::ptrdiff_t expected) {
  b->init_barrier(expected);
}

}  // namespace cuda
