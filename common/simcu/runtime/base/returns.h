// SPDX-License-Identifier: Apache-2.0
// Keeps the processor's return predictions correct across fiber switches. The processor expects each return
// to go to the latest call. jump_fcontext is called but never returns: it jumps to the point where the other
// fiber stopped. From there, each return up to the user's code would be mispredicted, and each would cost as
// much as a switch. (AArch64's jump_fcontext ends with a return; nothing was measured there.)
#pragma once
#include <boost/context/detail/fcontext.hpp>

#ifdef __x86_64__

// Enters jump_fcontext by a jump and leaves it by a return, so there is one return per call. For fibers that
// wait at the same call of this function, the prediction is correct. Defined in fiber.cpp.
extern "C" boost::context::detail::transfer_t simcu_jump_and_return(boost::context::detail::fcontext_t target,
                                                                    void* data);

// Defines `name`, whose symbol is `symbol`, as a call of `body`. `body` is an extern "C" function with the
// same parameters, in which the fibers of one block switch. `name` returns to the user's code by a jump,
// which the processor predicts from earlier jumps. The prediction is correct for threads that go from one
// barrier to the next in turn. (Written as text, because g++ -O0 stores the parameters of a naked function in
// its caller's frame.)
#define SIMCU_RETURNS_BY_JUMP(type, name, parameters, symbol, body, arguments)      \
  asm(".pushsection .text\n.globl " symbol "\n.type " symbol ", @function\n" symbol \
      ":\n.cfi_startproc\n"                                                         \
      "sub $8, %rsp\n.cfi_adjust_cfa_offset 8\n"                                    \
      "call " #body                                                                 \
      "\n"                                                                          \
      "add $8, %rsp\n.cfi_adjust_cfa_offset -8\n"                                   \
      "pop %rcx\n.cfi_adjust_cfa_offset -8\n"                                       \
      "jmp *%rcx\n"                                                                 \
      ".cfi_endproc\n.size " symbol ", . - " symbol "\n.popsection");

#else

inline boost::context::detail::transfer_t simcu_jump_and_return(boost::context::detail::fcontext_t target,
                                                                void* data) {
  return boost::context::detail::jump_fcontext(target, data);
}

#define SIMCU_RETURNS_BY_JUMP(type, name, parameters, symbol, body, arguments) \
  type name parameters { return body arguments; }

#endif
