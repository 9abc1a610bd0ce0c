// SPDX-License-Identifier: Apache-2.0
// Loads and stores with a cache hint, which has no effect, and queries about addresses.
#pragma once
#include <type_traits>

#include "simcu/device.h"
#include "simcu/host.h"

namespace simcu {

template <class T, class... Allowed>
constexpr bool is_one_of = (std::is_same_v<T, Allowed> || ...);
template <class T>
constexpr bool is_hinted_type =
    is_one_of<T, char, signed char, unsigned char, short, unsigned short, int, unsigned int, long,
              unsigned long, long long, unsigned long long, float, double> ||
    is_one_of<T, char2, char4, uchar2, uchar4, short2, short4, ushort2, ushort4, int2, int4, uint2, uint4,
              longlong2, ulonglong2, float2, float4, double2>;

}  // namespace simcu

#define SIMCU_HINTED_LOAD(name)                                                          \
  template <class T>                                                                     \
  inline T name(const T* p) {                                                            \
    static_assert(simcu::is_hinted_type<T>,                                              \
                  #name " takes built-in arithmetic and vector types only, as in CUDA"); \
    return *p;                                                                           \
  }
#define SIMCU_HINTED_STORE(name)                                                         \
  template <class T>                                                                     \
  inline void name(T* p, std::common_type_t<T> value) {                                  \
    static_assert(simcu::is_hinted_type<T>,                                              \
                  #name " takes built-in arithmetic and vector types only, as in CUDA"); \
    *p = value;                                                                          \
  }
SIMCU_HINTED_LOAD(__ldg)
SIMCU_HINTED_LOAD(__ldcg)
SIMCU_HINTED_LOAD(__ldca)
SIMCU_HINTED_LOAD(__ldcs)
SIMCU_HINTED_LOAD(__ldlu)
SIMCU_HINTED_STORE(__stwb)
SIMCU_HINTED_STORE(__stcg)
SIMCU_HINTED_STORE(__stcs)
#undef SIMCU_HINTED_LOAD
#undef SIMCU_HINTED_STORE

// __ldcv and __stwt must see what other threads write.
template <class T>
inline T __ldcv(const T* p) {
  static_assert(simcu::is_hinted_type<T>,
                "__ldcv takes built-in arithmetic and vector types only, as in CUDA");
  __asm__ volatile("" ::: "memory");
  simcu::spin_hint();
  if constexpr (std::is_arithmetic_v<T>)
    return *static_cast<const volatile T*>(p);
  else
    return *p;
}
template <class T>
inline void __stwt(T* p, std::common_type_t<T> value) {
  static_assert(simcu::is_hinted_type<T>,
                "__stwt takes built-in arithmetic and vector types only, as in CUDA");
  *p = value;
  __asm__ volatile("" ::: "memory");
}

namespace simcu {
bool in_shared_memory(const void* p);  // the running block's
bool in_thread_stack(const void* p);   // the running thread's
}  // namespace simcu

inline unsigned int __isShared(const void* p) { return simcu::in_shared_memory(p); }
inline unsigned int __isLocal(const void* p) { return simcu::in_thread_stack(p); }
inline unsigned int __isGlobal(const void* p) {
  return !simcu::in_shared_memory(p) && !simcu::in_thread_stack(p);
}
