// SPDX-License-Identifier: Apache-2.0
// A checked program's stream of events: connects instrumented code and the runtime to the state, the checks
// and the tools.
#pragma once
#include <atomic>
#include <mutex>
#include <vector>

#include "base/observer.h"
#include "checks/alignment.h"
#include "checks/bounds.h"
#include "checks/initialised.h"
#include "checks/leaks.h"
#include "checks/meetings.h"
#include "checks/race.h"
#include "checks/refused.h"
#include "checks/shifts.h"
#include "checks/stopped.h"
#include "checks/transfers.h"
#include "giving_way.h"
#include "memory/arena.h"
#include "report/findings.h"
#include "state/state.h"
#include "tools/tool.h"

namespace simcu::check {

class event_stream final : public observer, private findings_listener {
 public:
  SIMCU_HOT static event_stream& instance() { return the_one_ ? *the_one_ : make(); }

  // ---- called by the instrumented code, while a kernel runs ----
  void access(event& e);                     // before a plain or volatile access (access.h)
  bool before_atomic(event& e, bool reads);  // false if after_atomic need not be called
  void compares(const event& e);             // between the two for a compare-and-swap
  void after_atomic(const event& e, bool reads, bool writes);
  void misaligned_pointer(std::uintptr_t address, unsigned alignment, bool write, const void* pc) {
    alignment_.misaligned_pointer(address, alignment, write, pc);
  }

  // ---- called by the instrumented code of the host ----
  // Whether accesses to this address must be passed to host_accesses.
  bool watches_host(std::uintptr_t a) const {
    return state_.memory.is_global(a) || state_.memory.may_be_pinned(a) ||
           is_device_variable(reinterpret_cast<const void*>(a)) ||
           is_managed_variable(reinterpret_cast<const void*>(a));
  }

  // ---- observer ----
  void launch_begins(launch& grid) override;
  void launch_ends(launch& grid) override;
  void launch_failed(const launch& grid) override;
  void block_begins(block& b) override;
  void block_runs(block& b) override;
  void block_ends(block& b) override;
  void barrier_opens(block& b) override;
  void lanes_meet(block& b, unsigned warp, unsigned lanes) override;
  void warp_synchronises(block& b, unsigned warp, unsigned lanes) override;
  void misused(block& b, const misuse& what) override;
  void grid_barrier_opens(launch& grid) override;
  void fence(bool whole_device, bool releases) override;
  void shared_appears(block& b, void* address, std::size_t bytes, const char* name) override;
  void array_appears(block& b, const named_array& a) override;
  void allocated(void* address, std::size_t bytes) override;
  void freed(void* address, std::size_t bytes) override;
  void allocated_in_stream(const device_transfer& what) override;
  void freed_in_stream(const device_transfer& what) override;
  void host_accesses(const host_access& what) override;
  void shifted(unsigned bits, long long by, const void* pc) override;
  void host_fault(const void* address, bool wrote, const void* pc) override;
  void host_dies() override { tell_last_findings(); }
  void ended_from_outside() override { tell_findings_so_far(); }
  void transfer(const device_transfer& what) override;
  void pinned(const void* address, std::size_t bytes, bool still) override;
  void written_by_host(void* address, std::size_t bytes) override;
  void moved(const void* to, const void* from, std::size_t bytes) override;
  void copied_on_device(void* to, const void* from, std::size_t bytes) override;
  void free_refused(const refused_free& what) override;
  void transfer_refused(const refused_transfer& what) override;
  void event_recorded(cudaEvent_t event, cudaStream_t stream) override;
  void stream_waits(cudaStream_t stream, cudaEvent_t event) override;
  void host_waits_for_stream(cudaStream_t stream) override;
  void host_waits_for_event(cudaEvent_t event) override;
  void host_waits_for_device() override;
  void printed(std::size_t bytes) override;
  std::string take_report(bool leaks) override;

 private:
  static event_stream& make();
  static event_stream* the_one_;
  event_stream() { listen_to_findings(*this); }
  bool usual(event& e);
  // Returns null if the access is forbidden, or its memory is not checked.
  shadow_range* admit(event& e);
  void any(event& e);
  // Plain 4-byte accesses take no event, because passing one is slower.
  void unusual(std::uintptr_t address, bool write, const void* pc);
  void mark_and_compare(std::uintptr_t address, bool write, const void* pc, space where);
  void compare(const event& e, shadow_range& shadow);
  void tell_followers(event e), tell_elsewhere(event e);

  void found(const finding& f) override;
  void add_to_report(json& report) override;
  void program_ends() override;
  bool finish() override;

  // A launch holds the lock from beginning to end, so accesses by kernels need no lock.
  std::recursive_mutex turn_;
  std::atomic<bool> launched_{false};  // a launch holds the lock

  // All accesses since the last unusual one were plain, and no pending state affects plain accesses.
  bool calm_ = false;

  state state_;
  giving_way giving_way_;
  bounds bounds_{state_};
  alignment alignment_{state_};
  initialised initialised_{state_};
  race race_{state_};
  transfers transfers_{state_};
  leaks leaks_{state_};
  refused refused_{state_};
  shifts shifts_{state_};
  meetings meetings_{state_};
  stopped stopped_;
  std::vector<tool*> followers_;
};

}  // namespace simcu::check
