// SPDX-License-Identifier: Apache-2.0
// Makes a kernel fail: the launch ends with a CUDA error and a message, and the process stays alive.
#pragma once
#include <cstddef>
#include <deque>

#include "simcu/device.h"

namespace simcu {

struct launch;
class block;

enum kernel_error : int {
  kOutOfMemory = 2,
  kIllegalAddress = 700,
  kLaunchTimeout = 702,
  kAssert = 710,
  kMisalignedAddress = 716,
  kLaunchFailure = 719,
};

// Signals from host code go to the previous handler.
void install_fault_handlers();
// The calling thread gets kSignalStack bytes, because a handler cannot run on an exhausted stack.
void give_signal_stack(char* bytes);

// ---- on a fiber ----
// Allocates nothing, so a signal handler can call it.
void blame_running_thread(launch& grid, const void* pc);
[[noreturn]] void fail_divergent_barrier(launch& grid, const block& b);
[[noreturn]] void fail_mixed_warp_ops(launch& grid, const block& b);
[[noreturn]] void fail_lane_not_in_mask(unsigned mask, unsigned lane, location where);
[[noreturn]] void fail_too_much_shared(std::size_t declared, std::size_t dynamic);

// ---- on a worker's own stack ----
void fail_deadlocked_block(launch& grid, const block& b);
void fail_missed_grid_barrier(launch& grid);
void fail_only_spinning(launch& grid, const std::deque<block*>& residents);
void describe_abandoned(launch& grid, const std::deque<block*>& residents);

// ---- on the launching thread, after all workers have stopped ----
// Fills in the kernel, and CUDA's names for the error.
void complete_failure(launch& grid);

}  // namespace simcu
