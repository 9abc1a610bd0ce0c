// SPDX-License-Identifier: Apache-2.0
// cuda::barrier of libcu++: a phase number and a count of the threads still to arrive, both atomic; and
// memcpy_async, which ends with a phase.
#pragma once
#include <cstddef>
#include <new>

#include "simcu/async_copy.h"
#include "simcu/cuda_atomic.h"

namespace cuda {

template <thread_scope Scope>
class pipeline;

// CUDA's cuda::barrier: threads arrive and wait, any number of times; `arrive` does not wait.
template <thread_scope Scope = thread_scope_system>
class barrier {
 public:
  using arrival_token = unsigned;
  barrier() = default;
  explicit barrier(::std::ptrdiff_t expected) : made_(1) { init_barrier(expected); }
  [[nodiscard, gnu::always_inline]] arrival_token arrive(::std::ptrdiff_t by = 1) {
    use();
    return come(by);
  }
  void wait(arrival_token&& token) const {
    while (phase_.load(memory_order_acquire) == token) {
    }
    if (simcu::in_kernel()) simcu::finish_async_copies({this, token});
  }
  [[gnu::always_inline]] void wait_parity(bool parity) const {
    use();
    unsigned phase = phase_.load(memory_order_acquire);
    while (static_cast<bool>(phase & 1) == parity) phase = phase_.load(memory_order_acquire);
    if (simcu::in_kernel()) simcu::finish_async_copies({this, phase - 1});
  }
  bool try_wait(arrival_token token) const {
    if (phase_.load(memory_order_acquire) == token) return false;
    if (simcu::in_kernel()) simcu::finish_async_copies({this, token});
    return true;
  }
  [[gnu::always_inline]] void arrive_and_wait() { wait(arrive()); }
  [[gnu::always_inline]] void arrive_and_drop() {
    expected_.fetch_sub(1u, memory_order_relaxed);
    (void)arrive();
  }
  static constexpr ::std::ptrdiff_t max() noexcept { return (1 << 20) - 1; }

  // For the functions of this library, whose barriers may be reinitialised while some threads still read
  // them.
  void init_barrier(::std::ptrdiff_t expected) {
    expected_.store(static_cast<unsigned>(expected), memory_order_relaxed);
    left_.store(static_cast<unsigned>(expected), memory_order_relaxed);
    phase_.store(0u, memory_order_relaxed);
  }
  arrival_token come(::std::ptrdiff_t by = 1) {
    const unsigned phase = phase_.load(memory_order_relaxed);
    const auto count = static_cast<unsigned>(by);
    if (left_.fetch_sub(count, memory_order_acq_rel) == count) {
      left_.store(expected_.load(memory_order_relaxed), memory_order_relaxed);
      phase_.fetch_add(1u, memory_order_release);
    }
    return phase;
  }
  // wait_for_phase() waits until `phase` is over; current() is the copy group of the running phase.
  void wait_for_phase(unsigned phase) const {
    while (static_cast<int>(phase_.load(memory_order_acquire) - phase) <= 0) {
    }
    simcu::finish_async_copies({this, phase});
  }
  simcu::copy_group current() const { return {this, phase_.load(memory_order_relaxed)}; }

 private:
  // A read that isn't atomic: it races with the barrier's construction if nothing orders the two.
  [[gnu::always_inline]] void use() const { asm volatile("" : : "r"(made_)); }

  atomic<unsigned, Scope> expected_, left_, phase_;
  unsigned made_;  // written once, and not atomically
};

template <thread_scope Scope>
[[gnu::always_inline]] inline void init(barrier<Scope>* b, ::std::ptrdiff_t expected) {
  new (b) barrier<Scope>(expected);
}

// `size` bytes (a number, or cuda::aligned_size_t), by the calling thread or by a group of threads.
template <class Size, thread_scope Scope>
[[gnu::always_inline]] inline void memcpy_async(void* dst, const void* src, const Size& size,
                                                barrier<Scope>& b) {
  simcu::start_async_copy(dst, src, static_cast<::std::size_t>(size), b.current());
}
template <class Group, class Size, thread_scope Scope>
[[gnu::always_inline]] inline void memcpy_async(const Group& group, void* dst, const void* src,
                                                const Size& size, barrier<Scope>& b) {
  simcu::start_async_copy_of(group, dst, src, static_cast<::std::size_t>(size), b.current());
}

}  // namespace cuda
