// SPDX-License-Identifier: Apache-2.0
// The stream of events of a checked program, and the plug-ins that listen to it. To the runtime's events
// (runtime/observer.h) it adds every access of kernel code and every finding. The first listener is always
// the checker; it alone decides what is ignored.
#pragma once
#include <vector>

#include "finding.h"
#include "observer.h"

namespace simcu::check {

// What kind of memory an access goes to. ignored: the thread's own stack, constants, host variables, and what
// has already been reported as out of bounds.
enum class space { ignored, global, shared, symbol };  // symbol: a __device__ or __constant__ variable

// One access of the running thread.
struct event {
  std::uintptr_t address;
  unsigned bytes;
  bool write;
  bool strong;  // volatile or atomic
  const void* pc;
  bool atomic = false;
  bool in_block = false;         // an atomic of block scope
  space where = space::ignored;  // known once the checker has seen it
};

class plugin : public observer {
 public:
  // Asked once, behind launch_begins: whether this launch's accesses and atomic operations shall be told.
  virtual bool follows_launch() const { return true; }
  // A plain or volatile access that is not ignored, before it happens: memory still has the old value.
  virtual void access(const event& /*e*/) {}
  // An atomic operation, after it has happened. `writes`: it stored something (a failed compare-and-swap does
  // not).
  virtual void atomic(const event& /*e*/, bool /*reads*/, bool /*writes*/) {}
  // The first instance of a finding, at the moment it is found.
  virtual void found(const finding& /*f*/) {}
  // Appends its part to the report's JSON object: `,"counters":[…]` and the like, and forgets it.
  virtual void add_to_report(std::string& /*json*/) {}
  // The program is over and all findings are known. False: it shall end with status 2.
  virtual bool finish() { return true; }
};

class checker;

class event_stream final : public observer {
 public:
  static event_stream& instance() { return the_one_ ? *the_one_ : make(); }
  void add(plugin& p) { plugins_.push_back(&p); }  // for the rest of the program

  // ---- called by the instrumented code, while a kernel runs ----
  void access(event& e);
  // Host code's own accesses go to the checker alone.
  void host_access(const event& e);
  bool before_atomic(event& e);  // false: after_atomic need not be called
  void after_atomic(const event& e, bool reads, bool writes);
  void found(const finding& f);
  void add_to_report(std::string& json);
  bool finish();

  // ---- observer: to the checker, then to every plug-in ----
  void launch_begins(launch& grid) override;
  void launch_ends(launch& grid) override;
  void launch_failed(const launch& grid) override;
  void block_begins(block& b) override;
  void block_runs(block& b) override;
  void block_ends(block& b) override;
  void barrier_opens(block& b) override;
  void warp_synchronises(block& b, unsigned warp, unsigned lanes) override;
  void grid_barrier_opens(launch& grid) override;
  void fence(bool whole_device) override;
  void shared_appears(block& b, void* address, std::size_t bytes, const char* name) override;
  void array_appears(block& b, const named_array& a) override;
  void allocated(void* address, std::size_t bytes) override;
  void freed(void* address, std::size_t bytes) override;
  void host_fault(const void* address, const void* pc) override;
  void transfer(const device_transfer& what) override;
  void pinned(const void* address, std::size_t bytes, bool still) override;
  void written_by_host(void* address, std::size_t bytes) override;
  void copied_on_device(void* to, const void* from, std::size_t bytes) override;
  void event_recorded(cudaEvent_t event, cudaStream_t stream) override;
  void stream_waits(cudaStream_t stream, cudaEvent_t event) override;
  void host_waits_for_stream(cudaStream_t stream) override;
  void host_waits_for_event(cudaEvent_t event) override;
  void host_waits_for_device() override;
  std::string take_report(bool leaks) override;

 private:
  static event_stream& make();
  static event_stream* the_one_;
  event_stream();
  template <class Call>
  void each(Call call);
  checker& checker_;
  std::vector<plugin*> plugins_;
  std::vector<plugin*> followers_;  // those that follow the running launch
};

}  // namespace simcu::check
