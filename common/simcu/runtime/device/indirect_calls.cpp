// SPDX-License-Identifier: Apache-2.0
#include "device/indirect_calls.h"

#ifdef __x86_64__
#include <dlfcn.h>
#include <elf.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "base/program_symbols.h"
#include "device/fault.h"
#include "device/launch.h"
#include "device/worker.h"
#include "simcu/kernel.h"

extern "C" {
extern char __executable_start, etext;
// Code that is compiled for the checkers calls this at the beginning of each basic block.
[[gnu::weak]] void __sanitizer_cov_trace_pc();
}

namespace simcu {
namespace {

constexpr const char* kByPointer = " through a pointer";

// A signal handler, which may interrupt a kernel, returns to code that makes the system call rt_sigreturn.
bool handles_a_signal(const void* frame) {
  constexpr unsigned char kReturns[] = {0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05};
  constexpr std::uintptr_t kLargest = 1 << 16;  // bytes per frame
  for (int depth = 0; depth < 16; ++depth) {
    const auto* words = static_cast<const std::uintptr_t*>(frame);
    const auto* const code = reinterpret_cast<const void*>(words[1]);
    Dl_info known{};
    if (dladdr(code, &known) == 0) return false;  // a function without a frame pointer
    if (std::memcmp(code, kReturns, sizeof kReturns) == 0) return true;
    const std::uintptr_t next = words[0], here = reinterpret_cast<std::uintptr_t>(frame);
    if (next <= here || next - here > kLargest || next % 8 != 0) return false;
    frame = reinterpret_cast<const void*>(next);
  }
  return false;
}

// An address inside a function could be between the report of an access and the access.
bool is_a_beginning(const void* code) {
  static const std::vector<std::uintptr_t> beginnings = [] {
    std::vector<std::uintptr_t> found;
    each_program_symbol([&](const program_symbol& s) {
      if (s.type == STT_FUNC) found.push_back(s.address);
    });
    std::sort(found.begin(), found.end());
    return found;
  }();
  return std::binary_search(beginnings.begin(), beginnings.end(), reinterpret_cast<std::uintptr_t>(code));
}

// Only functions that the program itself defines, compiled for the checkers, are seen.
bool is_seen(const void* function) {
  if (!is_a_beginning(function)) return false;
  constexpr std::ptrdiff_t kCallBytes = 5, kLongestBeginning = 128;
  const char* const begin = static_cast<const char*>(function);
  for (const char* at = begin; at != begin + kLongestBeginning && at + kCallBytes <= &etext; ++at) {
    if (*at != '\xe8') continue;
    std::int32_t distance;
    std::memcpy(&distance, at + 1, sizeof distance);
    if (at + kCallBytes + distance == reinterpret_cast<const char*>(&__sanitizer_cov_trace_pc)) return true;
  }
  return false;
}

}  // namespace

// Functions that store through a pointer (modfl, lgamma_r, fegetenv) are left out, because no checker sees
// that.
bool is_cudas(std::string_view name) {
  constexpr std::string_view kNames[] = {
      "acos",   "acosh",    "asin",    "asinh",   "atan",      "atan2",     "atanh",  "cbrt",
      "ceil",   "copysign", "cos",     "cosh",    "erf",       "erfc",      "exp",    "exp10",
      "exp2",   "expm1",    "fabs",    "fdim",    "floor",     "fma",       "fmax",   "fmin",
      "fmod",   "frexp",    "hypot",   "ilogb",   "j0",        "j1",        "jn",     "ldexp",
      "lgamma", "llrint",   "llround", "log",     "log10",     "log1p",     "log2",   "logb",
      "lrint",  "lround",   "modf",    "nan",     "nearbyint", "nextafter", "pow",    "remainder",
      "remquo", "rint",     "round",   "scalbln", "scalbn",    "sin",       "sincos", "sinh",
      "sqrt",   "tan",      "tanh",    "tgamma",  "trunc",     "y0",        "y1",     "yn"};
  const auto is = [&](std::string_view known) {
    return name == known ||
           (name.size() == known.size() + 1 && name.back() == 'f' && name.rfind(known, 0) == 0);
  };
  return std::any_of(std::begin(kNames), std::end(kNames), is);
}

// libm and libgcc also have functions that a device has. Libraries outside the system's folder belong to the
// program.
bool is_the_hosts_alone(const char* function, const char* library) {
  const std::string_view name = function != nullptr ? function : "", path = library;
  if (name == "abs" || name == "labs" || name == "llabs") return false;
  static const std::string system = [] {
    Dl_info of_library{};
    const bool known = dladdr(reinterpret_cast<const void*>(&std::strtoul), &of_library) != 0;
    const std::string path = known ? of_library.dli_fname : "";
    return path.substr(0, path.rfind('/') + 1);
  }();
  const std::size_t file = path.rfind('/') + 1;
  if (path.compare(file, 6, "libgcc") == 0)
    return name.substr(0, 2) != "__";  // a compiler calls such functions for __popc, for example
  if (path.substr(0, file) != system) return false;
  return path.compare(file, 4, "libm") != 0 || !is_cudas(name);
}

void fail_host_call(const char* name, const char* how, const void* caller) {
  worker* w = this_worker;
  launch& g = *w->grid();
  if (g.claim_failure()) {
    static char text[300];
    std::snprintf(text, sizeof text, "a kernel calls %.100s%s: host functions cannot be called on the device",
                  name, how);
    g.error = kLaunchFailure;
    g.fault_text = text;
    blame_running_thread(g, static_cast<const char*>(caller) - 1);
    g.publish_failure();
  }
  w->leave_fiber();
}

void on_the_host(const char* function) {
  worker* w = preemptible ? this_worker : nullptr;
  if (!w || !w->on()) return;
  preemptible = 0;
  const void* const caller = *static_cast<void* const*>(__builtin_frame_address(0));
  if (!handles_a_signal(caller)) fail_host_call(function, kByPointer, __builtin_return_address(0));
  preemptible = 1;
}

void kernel_calls(const void* function, const void* caller) {
  static thread_local const void* allowed;
  if (function == allowed) return;
  worker* w = this_worker;
  if (!w || !w->on()) return;
  preemptible = 0;
  Dl_info known{};
  const bool own = function >= &__executable_start && function < &etext;
  if (own ? is_seen(function)
          : dladdr(function, &known) != 0 && !is_the_hosts_alone(known.dli_sname, known.dli_fname)) {
    allowed = function;
    preemptible = 1;
    return;
  }
  fail_host_call(known.dli_sname ? known.dli_sname : "a function that is not the device's", kByPointer,
                 caller);
}

}  // namespace simcu

extern "C" void simcu_kernel_calls(const void* function, const void* caller) {
  simcu::kernel_calls(function, caller);
}

// The pointer is on the stack in place of the return address, so `ret` makes the call. All registers can be
// in use, except the flags.
asm(R"(
  .text
  .p2align 4
  .type simcu_indirect, @function
simcu_indirect:
  .cfi_startproc
  .cfi_def_cfa_offset 16
  pushq %rax
  .cfi_adjust_cfa_offset 8
  movq _ZN5simcu11preemptibleE@gottpoff(%rip), %rax
  cmpb $0, %fs:(%rax)
  jne 2f
  popq %rax
  .cfi_adjust_cfa_offset -8
  ret
2:
  .cfi_adjust_cfa_offset 8
  pushq %rbp
  .cfi_adjust_cfa_offset 8
  movq %rsp, %rbp
  pushq %rdi
  pushq %rsi
  pushq %rdx
  pushq %rcx
  pushq %r8
  pushq %r9
  pushq %r10
  pushq %r11
  subq $136, %rsp
  andq $-16, %rsp
  movdqu %xmm0, (%rsp)
  movdqu %xmm1, 16(%rsp)
  movdqu %xmm2, 32(%rsp)
  movdqu %xmm3, 48(%rsp)
  movdqu %xmm4, 64(%rsp)
  movdqu %xmm5, 80(%rsp)
  movdqu %xmm6, 96(%rsp)
  movdqu %xmm7, 112(%rsp)
  movq 16(%rbp), %rdi
  movq 24(%rbp), %rsi
  call simcu_kernel_calls
  movdqu (%rsp), %xmm0
  movdqu 16(%rsp), %xmm1
  movdqu 32(%rsp), %xmm2
  movdqu 48(%rsp), %xmm3
  movdqu 64(%rsp), %xmm4
  movdqu 80(%rsp), %xmm5
  movdqu 96(%rsp), %xmm6
  movdqu 112(%rsp), %xmm7
  leaq -64(%rbp), %rsp
  popq %r11
  popq %r10
  popq %r9
  popq %r8
  popq %rcx
  popq %rdx
  popq %rsi
  popq %rdi
  popq %rbp
  popq %rax
  ret
  .cfi_endproc
  .size simcu_indirect, . - simcu_indirect

  .macro simcu_thunk register
  .globl __x86_indirect_thunk_\register
  .type __x86_indirect_thunk_\register, @function
__x86_indirect_thunk_\register:
  .cfi_startproc
  pushq %\register
  .cfi_adjust_cfa_offset 8
  jmp simcu_indirect
  .cfi_endproc
  .size __x86_indirect_thunk_\register, . - __x86_indirect_thunk_\register
  .endm
  .irp register, rax, rbx, rcx, rdx, rsi, rdi, rbp, r8, r9, r10, r11, r12, r13, r14, r15
  simcu_thunk \register
  .endr
)");
#else
namespace simcu {
void kernel_calls(const void*, const void*) {}
void on_the_host(const char*) {}
}  // namespace simcu
#endif
