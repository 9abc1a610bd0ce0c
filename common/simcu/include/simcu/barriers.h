// SPDX-License-Identifier: Apache-2.0
// __syncthreads and its votes, memory fences, and ways to stop or slow down a kernel.
#pragma once
#include "simcu/device.h"
#include "simcu/error_codes.h"

inline void __syncthreads(simcu::location where = SIMCU_HERE) { simcu::block_barrier(where); }
inline int __syncthreads_count(int predicate, simcu::location where = SIMCU_HERE) {
  return simcu::block_barrier_vote(simcu::vote::count, predicate, where);
}
inline int __syncthreads_and(int predicate, simcu::location where = SIMCU_HERE) {
  return simcu::block_barrier_vote(simcu::vote::all, predicate, where);
}
inline int __syncthreads_or(int predicate, simcu::location where = SIMCU_HERE) {
  return simcu::block_barrier_vote(simcu::vote::any, predicate, where);
}

// The simulated memory is sequentially consistent at a fence, whatever its scope.
inline void __threadfence() {
  simcu::memory_fence(true);
  simcu::spin_hint();
}
inline void __threadfence_block() {
  simcu::memory_fence(false);
  simcu::spin_hint();
}
inline void __threadfence_system() { __threadfence(); }

// Lets other threads run, but adds no delay.
inline void __nanosleep(unsigned int) { simcu::spin_yield(); }

[[noreturn]] inline void __trap(simcu::location where = SIMCU_HERE) {
  simcu::fail_kernel(cudaErrorLaunchFailure, "the kernel called __trap()", where);
}
