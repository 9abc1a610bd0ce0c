// SPDX-License-Identifier: Apache-2.0
// In a page, a program has one thread.
#pragma once
#include_next <sched.h>
struct cpu_set_t {};
inline int sched_getaffinity(int, unsigned long, cpu_set_t*) { return -1; }
#define CPU_COUNT(set) 1
inline int sched_yield() { return 0; }
