// SPDX-License-Identifier: Apache-2.0
// Returns that the processor predicts right after a fiber switch. It expects each return to go to the latest
// call, but jump_fcontext is called and never returns: it jumps to where the other fiber left off. From there
// each return up to the user's code would be mispredicted, at the price of a switch each. (AArch64's
// jump_fcontext ends with a return; nothing was measured there.)
#pragma once
#include <boost/context/detail/fcontext.hpp>

#ifdef __x86_64__

// jump_fcontext, reached by a jump and left by a return: one return for one call. For fibers that wait at the
// same call of it, the prediction is right. In fiber.cpp.
extern "C" boost::context::detail::transfer_t simcu_jump_and_return(boost::context::detail::fcontext_t target,
                                                                    void* data);

// Defines `name`, whose symbol is `symbol`, as a call of `body`, an extern "C" function with the same
// parameters in which the fibers of one block change places. It returns to the user's code by a jump, which
// is predicted from what happened before. That is right for threads that go from one barrier to the next in
// turn. (As text, because g++ -O0 stores the parameters of a naked function in its caller's frame.)
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
