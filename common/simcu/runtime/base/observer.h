// SPDX-License-Identifier: Apache-2.0
// The events that a checker gets while kernels run. A program built with --check has one observer
// (check/stream.h, which passes everything on to checks and tools); all other programs have none. All calls
// come from one OS thread at a time: observed launches run on one worker. An observer leaves out the events
// that it does not need.
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

// A thread or lane that did not do what others wait for. Kernels continue, as they would somehow on a GPU.
struct misuse {
  const char* kind;
  unsigned rank;       // the thread in question, in its block
  location where;      // its call; file null: it made none
  unsigned other;      // a thread that waited for it or that it wanted to read
  location elsewhere;  // the call of that thread; file null: it is not there
  std::string message, advice;
};

// A copy or fill that the host issues.
struct device_transfer {
  const void* to;
  const void* from;  // null: a fill
  std::size_t bytes;
  cudaStream_t stream;
  bool host_waits;  // it is over when the call returns
  const void* pc;   // of the call
};

// What host code also does to memory that kernels use.
struct host_access {
  const void* address;
  unsigned bytes;
  bool write, strong;  // volatile or atomic
  const void* pc;
};

class observer {
 public:
  virtual ~observer() = default;

  // ---- launches: every block begins, runs one or more times, ends; unless the launch fails ----
  virtual void launch_begins(launch& /*grid*/) {}
  virtual void launch_ends(launch& /*grid*/) {}
  virtual void launch_failed(const launch& /*grid*/) {}  // after launch_ends
  virtual void block_begins(block& /*b*/) {}             // its shared memory is fresh
  virtual void block_runs(block& /*b*/) {}               // from now on, accesses are this block's
  virtual void block_ends(block& /*b*/) {}

  // ---- synchronisation; none of the named threads has run since they arrived ----
  virtual void barrier_opens(block& /*b*/) {}  // every thread that has not ended is at it
  // These lanes have exchanged something, or only waited for each other; then it is __syncwarp, which orders
  // memory, and that follows.
  virtual void lanes_meet(block& /*b*/, unsigned /*warp*/, unsigned /*lanes*/) {}
  virtual void warp_synchronises(block& /*b*/, unsigned /*warp*/, unsigned /*lanes*/) {}
  virtual void misused(block& /*b*/, const misuse& /*what*/) {}
  virtual void grid_barrier_opens(launch& /*grid*/) {}
  // By the running thread; if not for the whole device, it reaches its block only. It always acquires.
  virtual void fence(bool /*whole_device*/, bool /*releases*/) {}

  // ---- memory, as host code sees it ----
  virtual void shared_appears(block& /*b*/, void* /*address*/, std::size_t /*bytes*/, const char* /*name*/) {}
  // A name of something that has appeared, or (again and again) of dynamic shared memory.
  virtual void array_appears(block& /*b*/, const named_array& /*a*/) {}
  virtual void allocated(void* /*address*/, std::size_t /*bytes*/) {}
  virtual void freed(void* /*address*/, std::size_t /*bytes*/) {}
  // In its turn in a stream; just after `allocated`. `to` is the memory.
  virtual void allocated_in_stream(const device_transfer& /*what*/) {}
  // By the running thread, with malloc or new, free or delete: device memory.
  virtual void freed_in_stream(const device_transfer& /*what*/) {}  // just before; `to` is the memory
  virtual void written_by_host(void* /*address*/, std::size_t /*bytes*/) {}  // copies to the device, memset
  virtual void host_accesses(const host_access& /*what*/) {}
  // By at least as many bits as the number has: by a kernel or by host code.
  virtual void shifted(unsigned /*bits*/, long long /*by*/, const void* /*pc*/) {}
  // Host code has used an impossible address: from a signal handler, the program is about to die.
  virtual void host_fault(const void* /*address*/, bool /*wrote*/, const void* /*pc*/) {}
  // Host code has crashed or aborted, and this reports it: from a signal handler, nothing else comes.
  virtual void host_dies() {}
  // The process is ended from outside (SIGINT, SIGTERM): from a signal handler, nothing else comes.
  virtual void ended_from_outside() {}
  virtual void transfer(const device_transfer& /*what*/) {}  // before the two above
  virtual void pinned(const void* /*address*/, std::size_t /*bytes*/, bool /*still*/) {}  // host memory
  // By a copy, as the device makes it, whatever was reported about it before.
  virtual void moved(const void* /*to*/, const void* /*from*/, std::size_t /*bytes*/) {}
  virtual void copied_on_device(void* /*to*/, const void* /*from*/, std::size_t /*bytes*/) {}
  virtual void free_refused(const refused_free& /*what*/) {}  // none of the above events came for these two
  virtual void transfer_refused(const refused_transfer& /*what*/) {}

  // ---- the order of launches ----
  virtual void event_recorded(cudaEvent_t /*event*/, cudaStream_t /*stream*/) {}
  virtual void stream_waits(cudaStream_t /*stream*/, cudaEvent_t /*event*/) {}
  virtual void host_waits_for_stream(cudaStream_t /*stream*/) {}
  virtual void host_waits_for_event(cudaEvent_t /*event*/) {}
  virtual void host_waits_for_device() {}

  virtual void printed(std::size_t /*bytes*/) {}  // by the running thread's printf

  // For simcu::take_report (include/simcu/report.h).
  virtual std::string take_report(bool /*leaks*/) { return ""; }
};

// Null unless the program was built with --check; set before main.
extern observer* the_observer;

}  // namespace simcu
