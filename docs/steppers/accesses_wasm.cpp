// SPDX-License-Identifier: Apache-2.0
// In WebAssembly, -fsanitize=thread turns the labs' kernels' loads and stores into calls of these functions.
// This file itself is compiled without that flag.
#include <string>

#include "accesses.h"
#include "simcu/kernel.h"

namespace {

struct touched {
  std::uintptr_t address, bytes;
  steppers::access by;
};
std::vector<touched>* kept = nullptr;

void keep(const volatile void* p, unsigned bytes, bool write) {
  if (!kept || !simcu::preemptible) return;  // an access of the host or the runtime
  simcu::preemptible = 0;
  kept->push_back({reinterpret_cast<std::uintptr_t>(p), bytes, {blockIdx.x, threadIdx.x, write}});
  simcu::preemptible = 1;
}

// In a loop that waits for another thread, only this makes the thread yield.
void keep_read_of_waiting(const volatile void* p, unsigned bytes) {
  if (simcu::preemptible) simcu::spin_hint();
  keep(p, bytes, false);
}

}  // namespace

namespace steppers {

std::vector<std::vector<access>> accesses(const char*, std::size_t n,
                                          const std::function<const void*()>& run) {
  std::vector<touched> seen;
  kept = &seen;
  const auto first = reinterpret_cast<std::uintptr_t>(run());
  kept = nullptr;
  std::vector<std::vector<access>> all(n);
  for (const touched& one : seen)
    for (std::size_t i = 0; i < n; ++i)
      if (one.address < first + 4 * i + 4 && first + 4 * i < one.address + one.bytes)
        all[i].push_back(one.by);
  return all;
}

}  // namespace steppers

extern "C" {

void __tsan_init() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}

#define ACCESSES(n)                                                               \
  void __tsan_read##n(void* p) { keep(p, n, false); }                             \
  void __tsan_write##n(void* p) { keep(p, n, true); }                             \
  void __tsan_volatile_read##n(void* p) { keep_read_of_waiting(p, n); }           \
  void __tsan_volatile_write##n(void* p) { keep(p, n, true); }                    \
  void __tsan_unaligned_read##n(void* p) { keep(p, n, false); }                   \
  void __tsan_unaligned_write##n(void* p) { keep(p, n, true); }                   \
  void __tsan_unaligned_volatile_read##n(void* p) { keep_read_of_waiting(p, n); } \
  void __tsan_unaligned_volatile_write##n(void* p) { keep(p, n, true); }
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

void* __tsan_memcpy(void* to, const void* from, std::size_t n) { return __builtin_memcpy(to, from, n); }
void* __tsan_memmove(void* to, const void* from, std::size_t n) { return __builtin_memmove(to, from, n); }
void* __tsan_memset(void* to, int value, std::size_t n) { return __builtin_memset(to, value, n); }

void __tsan_atomic_thread_fence(int) {}
void __tsan_atomic_signal_fence(int) {}

// One OS thread needs no atomic operations.
#define FETCH(bits, T, name, next)                          \
  T __tsan_atomic##bits##_##name(volatile T* p, T v, int) { \
    keep(p, sizeof(T), true);                               \
    const T old = *p;                                       \
    *p = static_cast<T>(next);                              \
    return old;                                             \
  }
#define ATOMICS(bits, T)                                                                                    \
  T __tsan_atomic##bits##_load(const volatile T* p, int) { return keep_read_of_waiting(p, sizeof(T)), *p; } \
  void __tsan_atomic##bits##_store(volatile T* p, T v, int) { keep(p, sizeof(T), true), *p = v; }           \
  FETCH(bits, T, exchange, v)                                                                               \
  FETCH(bits, T, fetch_add, old + v)                                                                        \
  FETCH(bits, T, fetch_sub, old - v)                                                                        \
  FETCH(bits, T, fetch_and, old& v)                                                                         \
  FETCH(bits, T, fetch_or, old | v)                                                                         \
  FETCH(bits, T, fetch_xor, old ^ v)                                                                        \
  FETCH(bits, T, fetch_nand, ~(old & v))                                                                    \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T expected, T v, int, int) {                  \
    keep(p, sizeof(T), true);                                                                               \
    const T old = *p;                                                                                       \
    if (old == expected) *p = v;                                                                            \
    return old;                                                                                             \
  }
ATOMICS(8, std::uint8_t)
ATOMICS(16, std::uint16_t)
ATOMICS(32, std::uint32_t)
ATOMICS(64, std::uint64_t)

}  // extern "C"
