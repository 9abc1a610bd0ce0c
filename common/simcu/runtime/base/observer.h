// SPDX-License-Identifier: Apache-2.0
// The events that a checker receives while kernels run. A program built with --check has one observer
// (check/stream.h), which passes everything on to checks and tools; other programs have no observer. All
// calls come from one OS thread at a time, because observed launches run on one worker. An observer need not
// implement events that it does not use.
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

// An array in shared memory with its name.
struct named_array {
  const char* name;
  const void* address;
  std::size_t bytes;
  array_shape shape;
};

// A thread or lane for which other threads wait in vain. The kernel continues, because it would also continue
// on a GPU.
struct misuse {
  const char* kind;
  unsigned rank;       // the thread's rank in its block
  location where;      // its call; the file is null if it made none
  unsigned other;      // a thread that waited for it, or whose value it reads
  location elsewhere;  // that thread's call; the file is null if it made none
  std::string message, advice;
};

// A copy or fill that the host issues.
struct device_transfer {
  const void* to;
  const void* from;  // null for a fill
  std::size_t bytes;
  cudaStream_t stream;
  bool host_waits;  // the copy is complete when the call returns
  const void* pc;   // of the call
};

// An access by host code to memory that kernels use.
struct host_access {
  const void* address;
  unsigned bytes;
  bool write, strong;  // volatile or atomic
  const void* pc;
};

class observer {
 public:
  virtual ~observer() = default;

  // ---- launches: unless the launch fails, every block begins, runs one or more times, and ends ----
  virtual void launch_begins(launch& /*grid*/) {}
  virtual void launch_ends(launch& /*grid*/) {}
  virtual void launch_failed(const launch& /*grid*/) {}  // after launch_ends
  virtual void block_begins(block& /*b*/) {}             // its shared memory is fresh
  virtual void block_runs(block& /*b*/) {}               // from now on, accesses are this block's
  virtual void block_ends(block& /*b*/) {}

  // ---- synchronisation; none of the threads passed here has run since it arrived ----
  virtual void barrier_opens(block& /*b*/) {}  // every thread that has not ended waits at it
  // These lanes have exchanged values or waited for each other. After a __syncwarp, which also orders memory,
  // warp_synchronises follows.
  virtual void lanes_meet(block& /*b*/, unsigned /*warp*/, unsigned /*lanes*/) {}
  virtual void warp_synchronises(block& /*b*/, unsigned /*warp*/, unsigned /*lanes*/) {}
  virtual void misused(block& /*b*/, const misuse& /*what*/) {}
  virtual void grid_barrier_opens(launch& /*grid*/) {}
  // A fence by the running thread. Unless the fence is for the whole device, it affects only the thread's
  // block. A fence always acquires.
  virtual void fence(bool /*whole_device*/, bool /*releases*/) {}

  // ---- memory, as host code sees it ----
  virtual void shared_appears(block& /*b*/, void* /*address*/, std::size_t /*bytes*/, const char* /*name*/) {}
  // Names an array in memory that has appeared, or (possibly repeatedly) in dynamic shared memory.
  virtual void array_appears(block& /*b*/, const named_array& /*a*/) {}
  virtual void allocated(void* /*address*/, std::size_t /*bytes*/) {}
  virtual void freed(void* /*address*/, std::size_t /*bytes*/) {}
  // Called right after `allocated` if the allocation is in stream order. `to` is the memory.
  virtual void allocated_in_stream(const device_transfer& /*what*/) {}
  virtual void freed_in_stream(const device_transfer& /*what*/) {}  // called just before; `to` is the memory
  virtual void written_by_host(void* /*address*/, std::size_t /*bytes*/) {}  // copies to the device, memset
  virtual void host_accesses(const host_access& /*what*/) {}
  // A shift by at least as many bits as the value has, in a kernel or in host code.
  virtual void shifted(unsigned /*bits*/, long long /*by*/, const void* /*pc*/) {}
  // Host code has used an invalid address. Called from a signal handler when the program is about to end.
  virtual void host_fault(const void* /*address*/, bool /*wrote*/, const void* /*pc*/) {}
  // Host code has crashed or aborted. Called from a signal handler; no other event follows.
  virtual void host_dies() {}
  // The process is being ended from outside (SIGINT, SIGTERM). Called from a signal handler; no other event
  // follows.
  virtual void ended_from_outside() {}
  virtual void transfer(const device_transfer& /*what*/) {}  // called before the bytes move
  virtual void pinned(const void* /*address*/, std::size_t /*bytes*/, bool /*still*/) {}  // host memory
  // Called for each copy when the device makes it, whatever other events the copy causes.
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

  virtual void printed(std::size_t /*bytes*/) {}  // by the running thread's printf

  // Returns the result of simcu::take_report (include/simcu/report.h).
  virtual std::string take_report(bool /*leaks*/) { return ""; }
};

// Null unless the program was built with --check; set before main.
extern observer* the_observer;

}  // namespace simcu
