// SPDX-License-Identifier: Apache-2.0
// There are no signals, so no signal stack is needed.
#pragma once
#include_next <signal.h>
struct stack_t {
  void* ss_sp;
  int ss_flags;
  unsigned long ss_size;
};
#define SS_DISABLE 2
inline int sigaltstack(const stack_t*, stack_t*) { return 0; }
