// SPDX-License-Identifier: Apache-2.0
// The events that a checker receives while kernels run. All calls come from one
// OS thread at a time, because observed launches run on one worker.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/refused_calls.h"
#include "simcu/device.h"
#include "simcu/driver_types.h"
#include "simcu/host.h"

namespace simcu {

class block;
struct launch;

struct named_array {
  const char* name;
  const void* address;
  std::size_t bytes;
  array_shape shape;
};

// A thread or lane for which other threads wait in vain. The kernel continues, as on a GPU.
struct misuse {
  const char* kind;
  unsigned rank;
  location where;      // its call; the file is null if it made none
  unsigned other;      // a thread that waited for it, or whose value it reads
  location elsewhere;  // that thread's call; the file is null if it made none
  std::string message, advice;
};

struct device_transfer {
  const void* to;
  const void* from;  // null for a fill
  std::size_t bytes;
  cudaStream_t stream;
  bool host_waits;  // the copy is complete when the call returns
  const void* pc;
};

struct host_access {
  const void* address;
  unsigned bytes;
  bool write, strong;
  const void* pc;
};

class observer {
 public:
  virtual ~observer() = default;

  // ---- launches: unless the launch fails, every block begins, runs one or more times, and ends ----
  virtual void launch_begins(launch& /*grid*/) {}
  virtual void launch_ends(launch& /*grid*/) {}
  virtual void launch_failed(const launch& /*grid*/) {}  // after launch_ends
  virtual void block_begins(block& /*b*/) {}
  virtual void block_runs(block& /*b*/) {}
  virtual void block_ends(block& /*b*/) {}

  // ---- synchronisation; none of the threads passed here has run since it arrived ----
  virtual void barrier_opens(block& /*b*/) {}  // every thread that has not ended waits at it
  // These lanes have exchanged values or waited for each other. warp_synchronises follows a __syncwarp, which
  // also orders memory.
  virtual void lanes_meet(block& /*b*/, unsigned /*warp*/, unsigned /*lanes*/) {}
  virtual void warp_synchronises(block& /*b*/, unsigned /*warp*/, unsigned /*lanes*/) {}
  virtual void misused(block& /*b*/, const misuse& /*what*/) {}
  virtual void grid_barrier_opens(launch& /*grid*/) {}
  // Affects only the running thread's block unless `whole_device`. A fence always acquires.
  virtual void fence(bool /*whole_device*/, bool /*releases*/) {}

  // ---- memory, as host code sees it ----
  virtual void shared_appears(block& /*b*/, void* /*address*/, std::size_t /*bytes*/, const char* /*name*/) {}
  // Names an array in memory that has appeared, or (possibly repeatedly) in dynamic shared memory.
  virtual void array_appears(block& /*b*/, const named_array& /*a*/) {}
  virtual void allocated(void* /*address*/, std::size_t /*bytes*/) {}
  virtual void freed(void* /*address*/, std::size_t /*bytes*/) {}
  // Follows `allocated`; `to` is the memory.
  virtual void allocated_in_stream(const device_transfer& /*what*/) {}
  virtual void freed_in_stream(const device_transfer& /*what*/) {}  // precedes `freed`; `to` is the memory
  virtual void written_by_host(void* /*address*/, std::size_t /*bytes*/) {}
  virtual void host_accesses(const host_access& /*what*/) {}
  // `by` is negative, or at least `bits`, the width of the value.
  virtual void shifted(unsigned /*bits*/, long long /*by*/, const void* /*pc*/) {}
  // Host code has used an invalid address, and the program is about to end. Called from a signal handler.
  virtual void host_fault(const void* /*address*/, bool /*wrote*/, const void* /*pc*/) {}
  // Host code has crashed or aborted. Called from a signal handler; no other event follows.
  virtual void host_dies() {}
  // The process gets SIGINT or SIGTERM. Called from a signal handler; no other event follows.
  virtual void ended_from_outside() {}
  virtual void transfer(const device_transfer& /*what*/) {}  // before the bytes move
  virtual void pinned(const void* /*address*/, std::size_t /*bytes*/, bool /*still*/) {}
  virtual void moved(const void* /*to*/, const void* /*from*/, std::size_t /*bytes*/) {}
  virtual void copied_on_device(void* /*to*/, const void* /*from*/, std::size_t /*bytes*/) {}
  virtual void free_refused(const refused_free& /*what*/) {
  }  // for a refused call, none of the events above is sent
  virtual void transfer_refused(const refused_transfer& /*what*/) {}

  // ---- the order of launches ----
  virtual void event_recorded(cudaEvent_t /*event*/, cudaStream_t /*stream*/) {}
  virtual void stream_waits(cudaStream_t /*stream*/, cudaEvent_t /*event*/) {}
  virtual void host_waits_for_stream(cudaStream_t /*stream*/) {}
  virtual void host_waits_for_event(cudaEvent_t /*event*/) {}
  virtual void host_waits_for_device() {}

  virtual void printed(std::size_t /*bytes*/) {}

  virtual std::string take_report(bool /*leaks*/) { return ""; }
};

// Null unless the program was built with --check; set before main.
extern observer* the_observer;

}  // namespace simcu
