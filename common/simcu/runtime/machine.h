// SPDX-License-Identifier: Apache-2.0
// The few places that depend on the processor.
#pragma once
#include <ucontext.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace simcu {

// Where the interrupted code was.
inline const void* program_counter(const void* signal_context) {
  const auto& machine = static_cast<const ucontext_t*>(signal_context)->uc_mcontext;
#if defined(__x86_64__)
  return reinterpret_cast<const void*>(machine.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return reinterpret_cast<const void*>(machine.pc);
#else
#error "simcu runs on x86-64 and AArch64"
#endif
}

// x86 reports an address that no memory can have (its upper bits differ) like a misaligned vector access, and tells no
// address for either: whether one of the interrupted code's registers holds such an address.
inline bool register_holds_impossible_address(const void* signal_context) {
#if defined(__x86_64__)
  const auto& registers = static_cast<const ucontext_t*>(signal_context)->uc_mcontext.gregs;
  for (int r = REG_R8; r <= REG_RIP; ++r) {
    const long long top = registers[r] >> 47;
    if (top != 0 && top != -1) return true;
  }
#endif
  (void)signal_context;
  return false;
}

// While it lives, all sticky floating-point exception flags are set. A fiber switch saves and loads MXCSR, and loading one
// that differs from the current value costs ten times the rest of the switch (measured: 70 ns against 5 ns). The flags are
// all that normally differs between fibers; once all are set, they stay equal.
class equal_float_flags {
 public:
#if defined(__x86_64__)
  equal_float_flags() : saved_(_mm_getcsr()) { _mm_setcsr(saved_ | _MM_EXCEPT_MASK); }
  ~equal_float_flags() { _mm_setcsr(saved_); }

 private:
  unsigned saved_;
#else
  equal_float_flags() {}
  ~equal_float_flags() {}
#endif
};

}  // namespace simcu
