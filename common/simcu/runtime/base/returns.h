// SPDX-License-Identifier: Apache-2.0
// Returns that the processor predicts right after a fiber switch. It expects of each return that it goes to
// where the latest call came from, but jump_fcontext is called and never returns: it jumps to where the other
// fiber left off, and from there each return up to the user's code would be predicted wrong, at the price of
// a switch each. (AArch64's jump_fcontext ends with a return; nothing was measured there.)
#pragma once
#include <boost/context/detail/fcontext.hpp>

namespace simcu {

#ifdef __x86_64__

// jump_fcontext, reached by a jump and left by a return: one return for one call. Fibers that wait at the
// same call of it find the prediction right.
[[gnu::naked, gnu::noinline]] inline boost::context::detail::transfer_t jump_and_return(
    boost::context::detail::fcontext_t, void*) {
  asm("lea 1f(%rip), %rax\n"
      "push %rax\n"
      ".cfi_adjust_cfa_offset 8\n"
      "jmp jump_fcontext@PLT\n"
      "1: .cfi_adjust_cfa_offset -8\n"
      "ret");
}

// Defines `type name parameters` as a call of `body`, an extern "C" function of the same type in which the
// fibers of one block change places. The user's code is gone back to by a jump, which is predicted from
// what happened before: that is right for threads that go from one barrier to the next in turn.
#define SIMCU_RETURNS_BY_JUMP(type, name, parameters, body, arguments) \
  [[gnu::naked]] type name parameters {                                \
    asm("sub $8, %rsp\n"                                               \
        ".cfi_adjust_cfa_offset 8\n"                                   \
        "call " #body                                                  \
        "\n"                                                           \
        "add $8, %rsp\n"                                               \
        ".cfi_adjust_cfa_offset -8\n"                                  \
        "pop %rcx\n"                                                   \
        ".cfi_adjust_cfa_offset -8\n"                                  \
        "jmp *%rcx");                                                  \
  }

#else

inline boost::context::detail::transfer_t jump_and_return(boost::context::detail::fcontext_t target,
                                                          void* data) {
  return boost::context::detail::jump_fcontext(target, data);
}

#define SIMCU_RETURNS_BY_JUMP(type, name, parameters, body, arguments) \
  type name parameters { return body arguments; }

#endif

}  // namespace simcu
