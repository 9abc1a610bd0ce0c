// SPDX-License-Identifier: Apache-2.0
// Keeps the processor's return predictions correct across fiber switches. jump_fcontext never returns, so
// each later return up to the user's code would be mispredicted, at the cost of a switch. (Nothing was
// measured on AArch64, whose jump_fcontext returns.)
#pragma once
#include <boost/context/detail/fcontext.hpp>

#ifdef __x86_64__

// Enters jump_fcontext by a jump and leaves it by a return, so fibers that wait at the same call are
// predicted correctly. Defined in fiber.cpp.
extern "C" boost::context::detail::transfer_t simcu_jump_and_return(boost::context::detail::fcontext_t target,
                                                                    void* data);

// Defines `name`, whose symbol is `symbol`, as a call of `body`, an extern "C" function with the same
// parameters in which fibers switch. `name` returns by a jump, which is predicted from earlier jumps. Written
// as text, because g++ -O0 stores a naked function's parameters in its caller's frame.
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
