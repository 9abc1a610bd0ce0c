// SPDX-License-Identifier: Apache-2.0
// libcu++'s atomics, built from CUDA's atomics and fences so that the checkers see the same operations as for
// handwritten ones.
#pragma once
#include <atomic>
#include <cstring>
#include <type_traits>

#include "simcu/atomics.h"
#include "simcu/device.h"

namespace cuda {

namespace std {
using namespace ::std;
}

using ::std::memory_order;
using ::std::memory_order_acq_rel;
using ::std::memory_order_acquire;
using ::std::memory_order_consume;
using ::std::memory_order_relaxed;
using ::std::memory_order_release;
using ::std::memory_order_seq_cst;

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

inline void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
  if (order == memory_order_relaxed) return;
  const bool releases = order != memory_order_acquire && order != memory_order_consume;
  if (simcu::in_kernel()) return simcu::memory_fence(scope < thread_scope_block, releases);
  // -fsanitize=thread does not support fences.
  static ::std::atomic<int> any{0};
  any.fetch_add(0);
}

namespace detail {

// Returns the memory order that tells the checkers the scope: see simcu/atomics.h.
constexpr int reach(thread_scope s) { return s < thread_scope_block ? __ATOMIC_SEQ_CST : __ATOMIC_ACQ_REL; }
constexpr int reach_unread(thread_scope s) {
  return simcu::scope_of_unread(s < thread_scope_block ? simcu::kDeviceScope : simcu::kBlockScope);
}

constexpr bool releases(memory_order o) {
  return o == memory_order_release || o == memory_order_acq_rel || o == memory_order_seq_cst;
}
constexpr bool acquires(memory_order o) { return o != memory_order_relaxed && o != memory_order_release; }

template <class Self, class T, thread_scope Scope>
class operations {
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                "simcu supports cuda::atomic only for types of 1, 2, 4 and 8 bytes");
  using small = ::std::conditional_t<sizeof(T) == 1, unsigned char, unsigned short>;
  using large = ::std::conditional_t<sizeof(T) == 4, unsigned int, unsigned long long>;
  using word = ::std::conditional_t<(sizeof(T) < 4), small, large>;
  static word bits(T value) {
    word w;
    ::std::memcpy(&w, &value, sizeof w);
    return w;
  }
  static T value(word w) {
    T result;
    ::std::memcpy(static_cast<void*>(&result), &w, sizeof w);
    return result;
  }
  word* at() const {
    return reinterpret_cast<word*>(
        const_cast<::std::remove_cv_t<T>*>(static_cast<const Self*>(this)->address()));
  }

 public:
  T load(memory_order order = memory_order_seq_cst) const {
    if (simcu::in_kernel()) simcu::spin_hint();
    const T result =
        value(__atomic_load_n(at(), Scope < thread_scope_block ? __ATOMIC_SEQ_CST : __ATOMIC_ACQUIRE));
    if (acquires(order)) atomic_thread_fence(memory_order_acquire, Scope);
    return result;
  }
  void store(T desired, memory_order order = memory_order_seq_cst) const {
    if (releases(order)) atomic_thread_fence(order, Scope);
    simcu::before_atomic();
    __atomic_store_n(at(), bits(desired), __ATOMIC_SEQ_CST);
  }
  T exchange(T desired, memory_order order = memory_order_seq_cst) const {
    return around(order, [&] { return value(exchange_bits(bits(desired))); });
  }
  bool compare_exchange_strong(T& expected, T desired, memory_order order = memory_order_seq_cst) const {
    return around(order, [&] {
      word seen = bits(expected);
      const bool done =
          __atomic_compare_exchange_n(at(), &seen, bits(desired), false, reach(Scope), __ATOMIC_RELAXED);
      if (!done) expected = value(seen);
      if (!done && simcu::in_kernel()) simcu::spin_hint();
      return done;
    });
  }
  bool compare_exchange_weak(T& expected, T desired, memory_order order = memory_order_seq_cst) const {
    return compare_exchange_strong(expected, desired, order);
  }
  bool compare_exchange_strong(T& expected, T desired, memory_order success, memory_order) const {
    return compare_exchange_strong(expected, desired, success);
  }
  bool compare_exchange_weak(T& expected, T desired, memory_order success, memory_order) const {
    return compare_exchange_strong(expected, desired, success);
  }
  T fetch_add(T by, memory_order order = memory_order_seq_cst) const {
    return change(order, [=](T x) { return static_cast<T>(x + by); });
  }
  T fetch_sub(T by, memory_order order = memory_order_seq_cst) const {
    return change(order, [=](T x) { return static_cast<T>(x - by); });
  }
  T fetch_min(T other, memory_order order = memory_order_seq_cst) const {
    return change(order, [=](T x) { return other < x ? other : x; });
  }
  T fetch_max(T other, memory_order order = memory_order_seq_cst) const {
    return change(order, [=](T x) { return x < other ? other : x; });
  }
  T fetch_and(T other, memory_order order = memory_order_seq_cst) const {
    return change(order, [=](T x) { return static_cast<T>(x & other); });
  }
  T fetch_or(T other, memory_order order = memory_order_seq_cst) const {
    return change(order, [=](T x) { return static_cast<T>(x | other); });
  }
  T fetch_xor(T other, memory_order order = memory_order_seq_cst) const {
    return change(order, [=](T x) { return static_cast<T>(x ^ other); });
  }
  T operator++(int) const { return fetch_add(T(1)); }
  T operator--(int) const { return fetch_sub(T(1)); }
  T operator++() const { return static_cast<T>(fetch_add(T(1)) + T(1)); }
  T operator--() const { return static_cast<T>(fetch_sub(T(1)) - T(1)); }
  T operator+=(T by) const { return static_cast<T>(fetch_add(by) + by); }
  T operator-=(T by) const { return static_cast<T>(fetch_sub(by) - by); }
  T operator&=(T other) const { return static_cast<T>(fetch_and(other) & other); }
  T operator|=(T other) const { return static_cast<T>(fetch_or(other) | other); }
  T operator^=(T other) const { return static_cast<T>(fetch_xor(other) ^ other); }
  T operator=(T desired) const { return store(desired), desired; }
  operator T() const { return load(); }
  void wait(T old, memory_order order = memory_order_seq_cst) const {
    while (bits(load(order)) == bits(old)) {
    }
  }
  void notify_one() const {}
  void notify_all() const {}
  static constexpr bool is_always_lock_free = true;

 private:
  word exchange_bits(word w) const { return __atomic_exchange_n(at(), w, reach(Scope)); }
  template <class F>
  auto around(memory_order order, F f) const {
    if (releases(order)) atomic_thread_fence(order, Scope);
    simcu::before_atomic();
    const auto result = f();
    if (acquires(order)) atomic_thread_fence(memory_order_acquire, Scope);
    return result;
  }
  // The checkers see one atomic operation: a compare-and-swap that succeeds at once.
  template <class F>
  T change(memory_order order, F f) const {
    return around(order, [&] {
      word seen = __atomic_load_n(at(), Scope < thread_scope_block ? __ATOMIC_SEQ_CST : __ATOMIC_ACQUIRE);
      while (!__atomic_compare_exchange_n(at(), &seen, bits(f(value(seen))), false, reach_unread(Scope),
                                          __ATOMIC_RELAXED)) {
      }
      return value(seen);
    });
  }
};

}  // namespace detail

// The operations of cuda::atomic on an ordinary object, which must outlive it.
template <class T, thread_scope Scope = thread_scope_system>
class atomic_ref : public detail::operations<atomic_ref<T, Scope>, T, Scope> {
 public:
  explicit atomic_ref(T& object) : object_(&object) {}
  using detail::operations<atomic_ref, T, Scope>::operator=;
  T* address() const { return object_; }

 private:
  T* object_;
};

// An object whose operations are atomic for the threads of its scope, with memory orders as in std::atomic.
template <class T, thread_scope Scope = thread_scope_system>
class atomic : public detail::operations<atomic<T, Scope>, T, Scope> {
 public:
  using value_type = T;
  atomic() = default;
  constexpr atomic(T desired) : value_(desired) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  using detail::operations<atomic, T, Scope>::operator=;
  T* address() const { return const_cast<T*>(&value_); }

 private:
  T value_;
};

// These atomics have system scope. The checkers would take the C++ library's std::atomic for a block-scope
// atomic.
namespace std {
template <class T>
using atomic = ::cuda::atomic<T, thread_scope_system>;
template <class T>
using atomic_ref = ::cuda::atomic_ref<T, thread_scope_system>;
using atomic_bool = atomic<bool>;
using atomic_int = atomic<int>;
using atomic_uint = atomic<unsigned int>;
using ::cuda::atomic_thread_fence;
}  // namespace std

}  // namespace cuda
