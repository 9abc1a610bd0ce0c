// SPDX-License-Identifier: Apache-2.0
// cuda::counting_semaphore and cuda::binary_semaphore of libcu++: an atomic count of what can be acquired.
#pragma once
#include <climits>
#include <cstddef>
#include <limits>

#include "simcu/cuda_atomic.h"

namespace cuda {

// CUDA's cuda::counting_semaphore: at most so many holders at a time.
template <thread_scope Scope, ::std::ptrdiff_t LeastMax = INT_MAX>
class counting_semaphore {
 public:
  constexpr counting_semaphore(::std::ptrdiff_t count = 0) : count_(count) {}
  counting_semaphore(const counting_semaphore&) = delete;
  counting_semaphore& operator=(const counting_semaphore&) = delete;
  // For a binary semaphore the count is then 1, whatever it was.
  void release(::std::ptrdiff_t by = 1) {
    if (LeastMax == 1)
      count_.store(1, memory_order_release);
    else
      (void)count_.fetch_add(by, memory_order_release);
  }
  [[nodiscard]] bool try_acquire() noexcept {
    ::std::ptrdiff_t count = count_.load(memory_order_relaxed);
    while (count != 0)
      if (count_.compare_exchange_weak(count, count - 1, memory_order_acquire, memory_order_relaxed))
        return true;
    return false;
  }
  void acquire() {
    while (!try_acquire()) {
    }
  }
  [[nodiscard]] static constexpr ::std::ptrdiff_t max() noexcept {
    return LeastMax == 1 ? 1 : ::std::numeric_limits<::std::ptrdiff_t>::max();
  }

 private:
  atomic<::std::ptrdiff_t, Scope> count_;
};

template <thread_scope Scope>
using binary_semaphore = counting_semaphore<Scope, 1>;

}  // namespace cuda
