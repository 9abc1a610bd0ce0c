// SPDX-License-Identifier: Apache-2.0
// CUDA's atomic functions: relaxed read-modify-write operations that return the old value. The memory orders
// below only tell the checkers the scope (check/instrumented.cpp).
#pragma once
#include <type_traits>

#include "simcu/device.h"
#include "simcu/unread.h"

namespace simcu {

constexpr int kDeviceScope = __ATOMIC_RELAXED, kBlockScope = __ATOMIC_ACQ_REL;
constexpr int scope_of_load(int scope) { return scope == kBlockScope ? __ATOMIC_ACQUIRE : __ATOMIC_RELAXED; }

// 1 while the running launch follows a schedule that can switch threads before an atomic operation.
extern __thread char schedule_points __attribute__((tls_model("initial-exec")));
void schedule_point();
[[gnu::always_inline]] inline void before_atomic() {
  if (__builtin_expect(schedule_points, 0)) schedule_point();
}

// Marks an exchange whose result is not read, or a compare-and-swap that is not the user's.
constexpr int scope_of_unread(int scope) {
  return scope == kBlockScope ? __ATOMIC_ACQUIRE : __ATOMIC_RELEASE;
}

// Returns the old value. The processor lacks these operations.
template <int Scope = kDeviceScope, class T, class Change>
[[gnu::always_inline]] inline T atomic_update(T* p, Change change) {
  before_atomic();
  T old, next;
  __atomic_load(p, &old, scope_of_load(Scope));
  do {
    next = change(old);
  } while (!__atomic_compare_exchange(p, &old, &next, false, scope_of_unread(Scope), scope_of_load(Scope)));
  if (next == old) spin_hint();
  return old;
}

template <int Scope = kDeviceScope, class T>
[[gnu::always_inline]] inline T atomic_cas(T* p, T compare, T value) {
  before_atomic();
  if (!__atomic_compare_exchange(p, &compare, &value, false, Scope, scope_of_load(Scope))) spin_hint();
  return compare;
}

template <int Scope = kDeviceScope, class T>
[[gnu::always_inline]] inline T atomic_exchange(T* p, T value) {
  before_atomic();
  T old;
  __atomic_exchange(p, &value, &old, Scope);
  if (old == value) spin_hint();
  return old;
}

template <int Scope = kDeviceScope, class T>
[[gnu::always_inline]] inline T atomic_add(T* p, T value) {
  if constexpr (std::is_integral_v<T>) {
    before_atomic();
    const T old = __atomic_fetch_add(p, value, Scope);
    if (value == 0) spin_hint();
    return old;
  } else {
    return atomic_update<Scope>(p, [=](T old) { return old + value; });
  }
}

template <int Scope = kDeviceScope, class T>
[[gnu::always_inline]] inline T atomic_sub(T* p, T value) {
  before_atomic();
  const T old = __atomic_fetch_sub(p, value, Scope);
  if (value == 0) spin_hint();
  return old;
}

template <int Scope = kDeviceScope, class T>
[[gnu::always_inline]] inline T atomic_min(T* p, T value) {
  return atomic_update<Scope>(p, [=](T old) { return value < old ? value : old; });
}
template <int Scope = kDeviceScope, class T>
[[gnu::always_inline]] inline T atomic_max(T* p, T value) {
  return atomic_update<Scope>(p, [=](T old) { return old < value ? value : old; });
}
template <int Scope = kDeviceScope, class T>
[[gnu::always_inline]] inline T atomic_and(T* p, T value) {
  before_atomic();
  const T old = __atomic_fetch_and(p, value, Scope);
  if ((old & value) == old) spin_hint();
  return old;
}
template <int Scope = kDeviceScope, class T>
[[gnu::always_inline]] inline T atomic_or(T* p, T value) {
  before_atomic();
  const T old = __atomic_fetch_or(p, value, Scope);
  if ((old | value) == old) spin_hint();
  return old;
}
template <int Scope = kDeviceScope, class T>
[[gnu::always_inline]] inline T atomic_xor(T* p, T value) {
  before_atomic();
  const T old = __atomic_fetch_xor(p, value, Scope);
  if ((old ^ value) == old) spin_hint();
  return old;
}

}  // namespace simcu

// `suffix` is empty, _block or _system. The scope is only for reports, because memory is coherent.
#define SIMCU_ATOMIC(T, name, operation, scope) \
  [[gnu::always_inline]] inline T name(T* p, T value) { return simcu::operation<scope>(p, value); }
#define SIMCU_ATOMIC_EXCHANGE(suffix, scope, T)                                            \
  SIMCU_ATOMIC(T, atomicExch##suffix, atomic_exchange, scope)                              \
  [[gnu::always_inline]] inline T atomicExch##suffix(T* p, T value, simcu::nobody_reads) { \
    return simcu::atomic_exchange<simcu::scope_of_unread(scope)>(p, value);                \
  }
#define SIMCU_ATOMIC_CAS(suffix, scope, T)                                      \
  [[gnu::always_inline]] inline T atomicCAS##suffix(T* p, T compare, T value) { \
    return simcu::atomic_cas<scope>(p, compare, value);                         \
  }
#define SIMCU_ATOMIC_BITS(suffix, scope, T)             \
  SIMCU_ATOMIC(T, atomicMin##suffix, atomic_min, scope) \
  SIMCU_ATOMIC(T, atomicMax##suffix, atomic_max, scope) \
  SIMCU_ATOMIC(T, atomicAnd##suffix, atomic_and, scope) \
  SIMCU_ATOMIC(T, atomicOr##suffix, atomic_or, scope)   \
  SIMCU_ATOMIC(T, atomicXor##suffix, atomic_xor, scope)
#define SIMCU_ATOMIC_WORD(suffix, scope, T)             \
  SIMCU_ATOMIC(T, atomicAdd##suffix, atomic_add, scope) \
  SIMCU_ATOMIC_EXCHANGE(suffix, scope, T)               \
  SIMCU_ATOMIC_CAS(suffix, scope, T)                    \
  SIMCU_ATOMIC_BITS(suffix, scope, T)

#define SIMCU_ATOMICS(suffix, scope)                                                                      \
  SIMCU_ATOMIC_WORD(suffix, scope, int)                                                                   \
  SIMCU_ATOMIC_WORD(suffix, scope, unsigned int)                                                          \
  SIMCU_ATOMIC_WORD(suffix, scope, unsigned long long)                                                    \
  SIMCU_ATOMIC_BITS(suffix, scope, long long)                                                             \
  SIMCU_ATOMIC_CAS(suffix, scope, unsigned short)                                                         \
  SIMCU_ATOMIC_EXCHANGE(suffix, scope, float)                                                             \
  SIMCU_ATOMIC(float, atomicAdd##suffix, atomic_add, scope)                                               \
  SIMCU_ATOMIC(double, atomicAdd##suffix, atomic_add, scope)                                              \
  SIMCU_ATOMIC(int, atomicSub##suffix, atomic_sub, scope)                                                 \
  SIMCU_ATOMIC(unsigned int, atomicSub##suffix, atomic_sub, scope)                                        \
  [[gnu::always_inline]] inline unsigned int atomicInc##suffix(unsigned int* p, unsigned int limit) {     \
    return simcu::atomic_update<scope>(p, [=](unsigned int old) { return old >= limit ? 0u : old + 1; }); \
  }                                                                                                       \
  [[gnu::always_inline]] inline unsigned int atomicDec##suffix(unsigned int* p, unsigned int limit) {     \
    return simcu::atomic_update<scope>(                                                                   \
        p, [=](unsigned int old) { return old == 0 || old > limit ? limit : old - 1; });                  \
  }

SIMCU_ATOMICS(, simcu::kDeviceScope)
SIMCU_ATOMICS(_block, simcu::kBlockScope)
SIMCU_ATOMICS(_system, simcu::kDeviceScope)
#undef SIMCU_ATOMICS
#undef SIMCU_ATOMIC_WORD
#undef SIMCU_ATOMIC_BITS
#undef SIMCU_ATOMIC_CAS
#undef SIMCU_ATOMIC_EXCHANGE
#undef SIMCU_ATOMIC

// Each component is added in its own atomic operation.
[[gnu::always_inline]] inline float2 atomicAdd(float2* p, float2 value) {
  return {simcu::atomic_add(&p->x, value.x), simcu::atomic_add(&p->y, value.y)};
}
[[gnu::always_inline]] inline float4 atomicAdd(float4* p, float4 value) {
  return {simcu::atomic_add(&p->x, value.x), simcu::atomic_add(&p->y, value.y),
          simcu::atomic_add(&p->z, value.z), simcu::atomic_add(&p->w, value.w)};
}
