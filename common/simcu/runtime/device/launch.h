// SPDX-License-Identifier: Apache-2.0
// One running grid, shared by the workers that run its blocks.
#pragma once
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/failure.h"
#include "base/settings.h"
#include "simcu/host.h"
#include "simcu/kernel.h"

namespace simcu {

class scheduler;

struct launch {
  kernel_body body;
  dim3 grid, block;
  std::size_t dynamic_shared = 0;
  cudaStream_t stream = nullptr;
  bool cooperative = false;
  scheduler* order = nullptr;
  bool scheduled = false;  // `order` is a controlled_scheduler; otherwise blocks run on all cores
  std::uint64_t blocks = 0;
  unsigned max_resident = 0;
  double longest_run = 0;  // seconds; 0 for no limit

  std::atomic<std::uint64_t> next_block{0};
  std::atomic<unsigned> resident{0};
  std::atomic<std::size_t> static_shared{0};

  // Guarded by `mutex`, except that `round` may be read without it.
  std::mutex mutex;
  std::condition_variable changed;
  std::atomic<unsigned> round{0};
  std::uint64_t at_barrier = 0, ended = 0;

  // Only the first failure counts. `failed` may be read at any time, the rest only after all workers have
  // stopped.
  std::atomic<bool> failed{false};
  std::atomic<bool> timer_decided{false};  // the monitor made a thread yield, so another run may differ
  std::atomic<bool> failure_taken{false};
  int error = 0;
  failure why;
  const char* fault_text = nullptr;  // from a signal handler, which cannot allocate; becomes why.message
  const void* address = nullptr;
  bool wrote = false;  // if the processor reports it

  // Returns true for the first caller, which then fills in error and why, and calls publish_failure.
  bool claim_failure() { return !failure_taken.exchange(true); }
  void publish_failure() {
    failed.store(true);
    changed.notify_all();
  }
};

}  // namespace simcu
