// SPDX-License-Identifier: Apache-2.0
// With -fsanitize=thread, every load, store and atomic operation in the user's code calls one of these
// functions. Both g++'s and clang's functions are here. This file itself is compiled without that flag.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "access.h"
#include "simcu/device.h"
#include "simcu/error_codes.h"
#include "simcu/kernel.h"

using simcu::preemptible;
using simcu::check::checking;
using simcu::check::event;
using simcu::check::event_stream;

// The address ranges (from, to) of the last load and store that the running thread has announced in the
// current piece of code (steps.cpp).
extern "C" __thread std::uintptr_t simcu_shown_load[2], simcu_shown_store[2];
__thread std::uintptr_t simcu_shown_load[2], simcu_shown_store[2];

namespace {

// include/simcu/atomics.h encodes the scope in the memory order.
constexpr int kBlockScope = __ATOMIC_ACQ_REL, kBlockScopeLoad = __ATOMIC_ACQUIRE;
// Marks an exchange whose result is unused, and a compare-and-swap that implements an atomicAdd of floats.
constexpr bool is_marked(int order) { return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQUIRE; }

// The checkers may not have started yet when a static object's constructor runs.
simcu::observer& listener() {
  return simcu::the_observer != nullptr ? *simcu::the_observer : event_stream::instance();
}

[[gnu::noinline]] void from_host(const volatile void* address, std::size_t bytes, bool write, bool strong,
                                 const void* pc) {
  if (simcu::in_kernel()) return;
  listener().host_accesses(
      {const_cast<const void*>(address), static_cast<unsigned>(bytes), write, strong, pc});
}

[[gnu::always_inline]] inline void plain(const volatile void* address, std::size_t bytes, bool write,
                                         bool strong, const void* pc) {
  if (!preemptible) {  // host code, or the runtime on behalf of a kernel
    if (__builtin_expect(event_stream::instance().watches_host(reinterpret_cast<std::uintptr_t>(address)), 0))
      from_host(address, bytes, write, strong, pc);
    return;
  }
  // Other threads get a turn before the event, because memory must not change between the event and the load.
  if (strong && !write) simcu::spin_hint();
  preemptible = 0;
  checking = 1;
  event e{reinterpret_cast<std::uintptr_t>(address), static_cast<unsigned>(bytes), write, strong, pc};
  event_stream::instance().access(e);
  checking = 0;
  std::uintptr_t* const shown = write ? simcu_shown_store : simcu_shown_load;
  shown[0] = reinterpret_cast<std::uintptr_t>(address), shown[1] = shown[0] + bytes;
  preemptible = 1;
}

enum class use { result, none, comparison };

// `change` performs the operation and returns whether it wrote.
template <class T, class Change>
[[gnu::always_inline]] inline void atomic(const volatile T* address, bool reads, bool may_write, int order,
                                          const void* pc, Change change, use what = use::result) {
  if (!preemptible) {
    if (__builtin_expect(event_stream::instance().watches_host(reinterpret_cast<std::uintptr_t>(address)), 0))
      from_host(address, sizeof(T), may_write, true, pc);
    change();
    return;
  }
  preemptible = 0;
  checking = 1;
  event e{reinterpret_cast<std::uintptr_t>(address),       sizeof(T), may_write, true, pc, true,
          order == kBlockScope || order == kBlockScopeLoad};
  event_stream& c = event_stream::instance();
  const bool seen = c.before_atomic(e, reads && what != use::none);
  if (seen && what == use::comparison) c.compares(e);
  const bool wrote = change();
  if (seen) c.after_atomic(e, reads, wrote);
  checking = 0;
  preemptible = 1;
}

}  // namespace

// An address inside the call instruction, because the return address may belong to the next line.
#define PC (static_cast<const char*>(__builtin_return_address(0)) - 1)

extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}

#define ACCESSES(n)                                                       \
  void __tsan_read##n(void* p) { plain(p, n, false, false, PC); }         \
  void __tsan_write##n(void* p) { plain(p, n, true, false, PC); }         \
  void __tsan_volatile_read##n(void* p) { plain(p, n, false, true, PC); } \
  void __tsan_volatile_write##n(void* p) { plain(p, n, true, true, PC); } \
  void __tsan_read_write##n(void* p) { plain(p, n, false, false, PC), plain(p, n, true, false, PC); }
#define UNALIGNED(n)                                                                      \
  void __tsan_unaligned_read##n(const void* p) { plain(p, n, false, false, PC); }         \
  void __tsan_unaligned_write##n(void* p) { plain(p, n, true, false, PC); }               \
  void __tsan_unaligned_volatile_read##n(const void* p) { plain(p, n, false, true, PC); } \
  void __tsan_unaligned_volatile_write##n(void* p) { plain(p, n, true, true, PC); }       \
  void __tsan_unaligned_read_write##n(void* p) {                                          \
    plain(p, n, false, false, PC), plain(p, n, true, false, PC);                          \
  }
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)
UNALIGNED(2)
UNALIGNED(4)
UNALIGNED(8)
UNALIGNED(16)

// Constructors store the pointer to a virtual table, and virtual calls load it.
void __tsan_vptr_update(void** p, void*) { plain(p, sizeof *p, true, false, PC); }
void __tsan_vptr_read(void** p) { plain(p, sizeof *p, false, false, PC); }

void __tsan_read_range(void* p, unsigned long n) { plain(p, n, false, false, PC); }
void __tsan_write_range(void* p, unsigned long n) { plain(p, n, true, false, PC); }

void simcu_unshown_load(const void* p, unsigned long n, const char* after_call) {
  plain(p, n, false, false, after_call - 1);
}
void simcu_unshown_store(void* p, unsigned long n, const char* after_call) {
  plain(p, n, true, false, after_call - 1);
}
void simcu_unshown_thread_store(std::ptrdiff_t from_thread, unsigned long n, const char* after_call) {
  plain(static_cast<char*>(__builtin_thread_pointer()) + from_thread, n, true, false, after_call - 1);
}

// The user's object files call these instead of the library's functions, which are not instrumented.
void* simcu_check_memcpy(void* to, const void* from, std::size_t n) {
  if (n) plain(from, n, false, false, PC), plain(to, n, true, false, PC);
  return std::memcpy(to, from, n);
}
void* simcu_check_memmove(void* to, const void* from, std::size_t n) {
  if (n) plain(from, n, false, false, PC), plain(to, n, true, false, PC);
  return std::memmove(to, from, n);
}
void* simcu_check_memset(void* to, int value, std::size_t n) {
  if (n) plain(to, n, true, false, PC);
  return std::memset(to, value, n);
}
double simcu_check_modf(double x, double* whole) {
  plain(whole, sizeof *whole, true, false, PC);
  return std::modf(x, whole);
}
float simcu_check_modff(float x, float* whole) {
  plain(whole, sizeof *whole, true, false, PC);
  return std::modf(x, whole);
}
double simcu_check_frexp(double x, int* exponent) {
  plain(exponent, sizeof *exponent, true, false, PC);
  return std::frexp(x, exponent);
}
float simcu_check_frexpf(float x, int* exponent) {
  plain(exponent, sizeof *exponent, true, false, PC);
  return std::frexp(x, exponent);
}
double simcu_check_remquo(double x, double y, int* quotient) {
  plain(quotient, sizeof *quotient, true, false, PC);
  return std::remquo(x, y, quotient);
}
float simcu_check_remquof(float x, float y, int* quotient) {
  plain(quotient, sizeof *quotient, true, false, PC);
  return std::remquo(x, y, quotient);
}
void simcu_check_sincos(double x, double* sine, double* cosine) {
  plain(sine, sizeof *sine, true, false, PC), plain(cosine, sizeof *cosine, true, false, PC);
  ::sincos(x, sine, cosine);
}
void simcu_check_sincosf(float x, float* sine, float* cosine) {
  plain(sine, sizeof *sine, true, false, PC), plain(cosine, sizeof *cosine, true, false, PC);
  ::sincosf(x, sine, cosine);
}
double simcu_check_nan(const char* number) {
  plain(number, std::strlen(number) + 1, false, false, PC);
  return std::nan(number);
}
float simcu_check_nanf(const char* number) {
  plain(number, std::strlen(number) + 1, false, false, PC);
  return std::nanf(number);
}
void* __tsan_memcpy(void* to, const void* from, std::size_t n) { return simcu_check_memcpy(to, from, n); }
void* __tsan_memmove(void* to, const void* from, std::size_t n) { return simcu_check_memmove(to, from, n); }
void* __tsan_memset(void* to, int value, std::size_t n) { return simcu_check_memset(to, value, n); }

// The layout of -fsanitize=alignment's arguments. -fsanitize=object-size also calls the function, with
// alignment 1, for an object that is too small.
struct type_mismatch {
  const char* file;
  std::uint32_t line, column;
  const void* type;
  unsigned char log_alignment, kind;
};
void __ubsan_handle_type_mismatch_v1(type_mismatch* what, std::uintptr_t address) {
  if (!preemptible || what->log_alignment == 0) return;
  preemptible = 0;
  event_stream::instance().misaligned_pointer(address, 1u << what->log_alignment, what->kind == 1, PC);
  preemptible = 1;
}

// A 128-bit count is passed by pointer, any other count by value.
struct integer_type {
  std::uint16_t kind, is_signed_and_log_bits;
  bool is_signed() const { return (is_signed_and_log_bits & 1) != 0; }
  unsigned bits() const { return 1u << (is_signed_and_log_bits >> 1); }
};
struct shift_out_of_bounds {
  const char* file;
  std::uint32_t line, column;
  const integer_type *shifted, *count;
};
void __ubsan_handle_shift_out_of_bounds(shift_out_of_bounds* what, std::uintptr_t, std::uintptr_t count) {
  const bool runs_kernel = preemptible != 0;
  if (!runs_kernel && simcu::in_kernel()) return;
  const unsigned bits = what->count->bits(), unused = bits < 64 ? 64 - bits : 0;
  if (bits > 64) std::memcpy(&count, reinterpret_cast<const void*>(count), sizeof count);
  const auto by = what->count->is_signed() ? static_cast<long long>(count << unused) >> unused
                                           : static_cast<long long>(count << unused >> unused);
  preemptible = 0;
  listener().shifted(what->shifted->bits(), by, PC);
  preemptible = runs_kernel;
}

// -fsanitize=return,unreachable: without these, the thread would continue in the code that happens to follow.
struct source_place {
  const char* file;
  std::uint32_t line, column;
};
[[noreturn]] static void ends(const source_place* where, const char* why) {
  if (simcu::in_kernel()) {
    preemptible = 0;
    simcu::fail_kernel(cudaErrorLaunchFailure, why, {where->file, static_cast<int>(where->line)});
  }
  std::fprintf(stderr, "simcu: %s:%u: %s\n", where->file, where->line, why);
  std::abort();
}
[[noreturn]] void __ubsan_handle_missing_return(source_place* where) {
  ends(where, "a function that returns a value ends without `return`");
}
[[noreturn]] void __ubsan_handle_builtin_unreachable(source_place* where) {
  ends(where, "`__builtin_unreachable()` is reached");
}

void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) {}

#define FETCH(bits, T, name, builtin)                                               \
  T __tsan_atomic##bits##_##name(volatile T* p, T v, int order) {                   \
    T old{};                                                                        \
    atomic(p, true, true, order, PC,                                                \
           [&] { return old = __atomic_##builtin(p, v, __ATOMIC_SEQ_CST), true; }); \
    return old;                                                                     \
  }
#define COMPARE_EXCHANGE(bits, T, kind)                                                                      \
  int __tsan_atomic##bits##_compare_exchange_##kind(volatile T* p, T* expected, T v, int order, int) {       \
    bool done = false;                                                                                       \
    atomic(                                                                                                  \
        p, true, true, order, PC,                                                                            \
        [&] {                                                                                                \
          return done =                                                                                      \
                     __atomic_compare_exchange_n(p, expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
        },                                                                                                   \
        is_marked(order) ? use::result : use::comparison);                                                   \
    return done;                                                                                             \
  }
#define ATOMICS(bits, T)                                                                                    \
  T __tsan_atomic##bits##_load(const volatile T* p, int order) {                                            \
    T value{};                                                                                              \
    atomic(p, true, false, order, PC, [&] { return value = __atomic_load_n(p, __ATOMIC_SEQ_CST), false; }); \
    return value;                                                                                           \
  }                                                                                                         \
  void __tsan_atomic##bits##_store(volatile T* p, T v, int order) {                                         \
    atomic(p, false, true, order, PC, [&] { return __atomic_store_n(p, v, __ATOMIC_SEQ_CST), true; });      \
  }                                                                                                         \
  T __tsan_atomic##bits##_exchange(volatile T* p, T v, int order) {                                         \
    T old{};                                                                                                \
    atomic(                                                                                                 \
        p, true, true, order, PC, [&] { return old = __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST), true; },  \
        is_marked(order) ? use::none : use::result);                                                        \
    return old;                                                                                             \
  }                                                                                                         \
  FETCH(bits, T, fetch_add, fetch_add)                                                                      \
  FETCH(bits, T, fetch_sub, fetch_sub)                                                                      \
  FETCH(bits, T, fetch_and, fetch_and)                                                                      \
  FETCH(bits, T, fetch_or, fetch_or)                                                                        \
  FETCH(bits, T, fetch_xor, fetch_xor)                                                                      \
  FETCH(bits, T, fetch_nand, fetch_nand)                                                                    \
  COMPARE_EXCHANGE(bits, T, strong)                                                                         \
  COMPARE_EXCHANGE(bits, T, weak)                                                                           \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T expected, T v, int order, int) {            \
    atomic(                                                                                                 \
        p, true, true, order, PC,                                                                           \
        [&] {                                                                                               \
          return __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);   \
        },                                                                                                  \
        is_marked(order) ? use::result : use::comparison);                                                  \
    return expected;                                                                                        \
  }
ATOMICS(8, std::uint8_t)
ATOMICS(16, std::uint16_t)
ATOMICS(32, std::uint32_t)
ATOMICS(64, std::uint64_t)

}  // extern "C"
