// SPDX-License-Identifier: Apache-2.0
// cuda::latch of libcu++: an atomic count of the threads still to arrive.
#pragma once
#include <cstddef>
#include <limits>

#include "simcu/cuda_atomic.h"

namespace cuda {

// CUDA's cuda::latch: threads wait until it has been counted down to 0, once.
template <thread_scope Scope>
class latch {
 public:
  constexpr latch(::std::ptrdiff_t expected) : left_(expected) {}
  latch(const latch&) = delete;
  latch& operator=(const latch&) = delete;
  void count_down(::std::ptrdiff_t by = 1) { (void)left_.fetch_sub(by, memory_order_release); }
  bool try_wait() const noexcept { return left_.load(memory_order_acquire) == 0; }
  void wait() const {
    while (!try_wait()) {
    }
  }
  void arrive_and_wait(::std::ptrdiff_t by = 1) {
    count_down(by);
    wait();
  }
  static constexpr ::std::ptrdiff_t max() noexcept { return ::std::numeric_limits<::std::ptrdiff_t>::max(); }

 private:
  atomic<::std::ptrdiff_t, Scope> left_;
};

}  // namespace cuda
