// SPDX-License-Identifier: Apache-2.0
// Each event updates the state, then the checks, then the tools.
#include "stream.h"

#include <cstdio>
#include <cstdlib>

#include "access.h"
#include "base/settings.h"
#include "device/launch.h"
#include "link/errors.h"
#include "memory/arena.h"
#include "report/code_places.h"

extern "C" char _end;

namespace simcu::check {
namespace {
const bool observing = (the_observer = &event_stream::instance(), true);

template <class Call>
void tell_tools(Call call) {
  for (tool* t : tools()) call(*t);
}
}  // namespace

event_stream* event_stream::the_one_ = nullptr;

event_stream& event_stream::make() {
  (void)observing;
  if (&_end - &__executable_start >= std::ptrdiff_t{kCodeBytes}) {
    std::fprintf(stderr, "simcu: --check supports programs of up to %u MiB, and this one is larger.\n",
                 kCodeBytes >> 20);
    std::exit(2);
  }
  the_one_ = new event_stream;
  return *the_one_;
}

// ---- accesses by kernels ----

void event_stream::unusual(std::uintptr_t address, bool write, const void* pc) {
  event e{address, 4, write, false, pc};
  any(e);
}

void event_stream::mark_and_compare(std::uintptr_t address, bool write, const void* pc, space where) {
  event e{address, 4, write, false, pc};
  e.where = where;
  shadow_range& shadow = state_.shadow_of(e);
  shadow.about_to_use(address);
  if (!write && !shadow.marked(address, 4)) {
    initialised_.read(e, shadow);
    shadow.mark_neighbours(address);
    if (state_.past.add_usual(shadow.word_of(address), e, state_.run, true)) return;
  }
  shadow.mark(address, 4);
  compare(e, shadow);
  if (!race_.settled()) calm_ = false;
}

bool event_stream::before_atomic(event& e, bool reads) {
  calm_ = false;
  race_.settle();
  if (!state_.run.in_kernel()) return false;
  shadow_range* const admitted = admit(e);
  if (!admitted) return tell_elsewhere(e), false;
  shadow_range& shadow = *admitted;
  alignment_.atomic(e);
  if (!shadow.marked(e.address, e.bytes)) {
    event read = e;
    read.write = false;
    if (reads) initialised_.read(read, shadow);
    shadow.mark(e.address, e.bytes);
  }
  state_.before_atomic = value::read(e.address, e.bytes);
  giving_way_.before_atomic(e);
  return true;
}

void event_stream::compares(const event& e) {
  race_.compares(e);
  state_.past.guessed(e, state_.shadow_of(e), state_.run);
}

void event_stream::after_atomic(const event& e, bool reads, bool writes) {
  event done = e;
  done.write = writes;
  compare(done, state_.shadow_of(e));
  state_.run.accessed_at(e.pc);
  if (writes) state_.overwritten.wrote(e.address, state_.run.now(), true, state_.before_atomic);
  state_.run.strong_access(e, reads, writes, reads && writes);
  done.changes = giving_way_.after_atomic(e, writes);
  done.write = e.write;
  done.races = race_.raced();
  for (tool* t : followers_) t->atomic(done, reads, writes);
}

void event_stream::tell_followers(event e) {
  e.races = race_.raced();
  for (tool* t : followers_) t->access(e);
}

void event_stream::tell_elsewhere(event e) {
  for (tool* t : followers_) t->access_elsewhere(e);
}

// ---- launches ----

void event_stream::launch_begins(launch& grid) {
  turn_.lock();
  launched_ = true;
  calm_ = false;
  race_.settle();
  state_.launch_begins(grid);
  giving_way_.launch_begins(grid);
  bounds_.launch_begins();
  alignment_.launch_begins();
  transfers_.launch_begins();
  (void)race_.raced();
  findings_are_of(grid.body.call);
  tell_tools([&](tool& t) { t.launch_begins(grid); });
  followers_.clear();
  for (tool* t : tools())
    if (t->follows_launch()) followers_.push_back(t);
}

void event_stream::launch_ends(launch& grid) {
  calm_ = false;
  race_.settle();
  state_.run.launch_ends();
  race_.forget_guesses();
  giving_way_.launch_ends();
  findings_are_of(nullptr);
  tell_tools([&](tool& t) { t.launch_ends(grid); });
  launched_ = false;
  turn_.unlock();
}

void event_stream::launch_failed(const launch& grid) {
  const std::lock_guard<std::recursive_mutex> lock(turn_);
  findings_are_of(grid.body.call);
  if (!bounds_.explains_failure() && !alignment_.explains_failure()) stopped_.launch_failed(grid);
  findings_are_of(nullptr);
  tell_tools([&](tool& t) { t.launch_failed(grid); });
}

void event_stream::block_begins(block& b) {
  state_.run.block_begins(b);
  tell_tools([&](tool& t) { t.block_begins(b); });
}

void event_stream::block_runs(block& b) {
  race_.settle();
  state_.run.block_runs(b);
  bounds_.block_runs();
  tell_tools([&](tool& t) { t.block_runs(b); });
}

void event_stream::block_ends(block& b) {
  calm_ = false;
  race_.settle();
  state_.run.block_ends(b);
  tell_tools([&](tool& t) { t.block_ends(b); });
}

// ---- synchronisation ----

void event_stream::barrier_opens(block& b) {
  race_.settle();
  if (b.some_have_ended()) meetings_.barrier_opens(b);
  state_.run.barrier_opens(b);
  tell_tools([&](tool& t) { t.barrier_opens(b); });
}

void event_stream::lanes_meet(block& b, unsigned warp, unsigned lanes) {
  for (tool* t : followers_) t->lanes_meet(b, warp, lanes);
}

void event_stream::warp_synchronises(block& b, unsigned warp, unsigned lanes) {
  state_.run.warp_synchronises(b, warp, lanes);
  tell_tools([&](tool& t) { t.warp_synchronises(b, warp, lanes); });
}

void event_stream::misused(block& b, const misuse& what) { meetings_.misused(b, what); }

void event_stream::grid_barrier_opens(launch& grid) {
  meetings_.grid_barrier_opens(grid);
  state_.run.grid_barrier_opens();
  tell_tools([&](tool& t) { t.grid_barrier_opens(grid); });
}

void event_stream::fence(bool whole_device, bool releases) {
  state_.run.fence(whole_device, releases);
  tell_tools([&](tool& t) { t.fence(whole_device, releases); });
}

// ---- memory ----

void event_stream::shared_appears(block& b, void* address, std::size_t bytes, const char* name) {
  state_.run.shared_appears(b, address, bytes, name);
  tell_tools([&](tool& t) { t.shared_appears(b, address, bytes, name); });
}

void event_stream::array_appears(block& b, const named_array& a) {
  state_.run.array_appears(b, a);
  tell_tools([&](tool& t) { t.array_appears(b, a); });
}

void event_stream::allocated(void* address, std::size_t bytes) {
  const std::lock_guard<std::recursive_mutex> lock(turn_);
  state_.memory.allocated(address, bytes);
  bounds_.allocations_change();
  state_.calls.allocated(address, bytes, false);
  tell_tools([&](tool& t) { t.allocated(address, bytes); });
}

void event_stream::allocated_in_stream(const device_transfer& what) {
  const std::lock_guard<std::recursive_mutex> lock(turn_);
  race_.settle();
  const allocation_life* const life = state_.calls.life_of(what.to);
  transfers_.allocates(state_.run.transfer_begins(what.stream), what,
                       life ? users_call(life->made) : nullptr);
  tell_tools([&](tool& t) { t.allocated_in_stream(what); });
}

void event_stream::shifted(unsigned bits, long long by, const void* pc) {
  std::unique_lock<std::recursive_mutex> lock(turn_, std::defer_lock);
  if (!state_.run.in_kernel()) lock.lock();
  shifts_.too_far(bits, by, pc);
}

void event_stream::freed(void* address, std::size_t bytes) {
  const std::lock_guard<std::recursive_mutex> lock(turn_);
  state_.memory.freed(address);
  bounds_.allocations_change();
  state_.calls.freed(address);
  tell_tools([&](tool& t) { t.freed(address, bytes); });
}

void event_stream::freed_in_stream(const device_transfer& what) {
  const std::lock_guard<std::recursive_mutex> lock(turn_);
  race_.settle();
  transfers_.frees(state_.run.transfer_begins(what.stream), what);
  tell_tools([&](tool& t) { t.freed_in_stream(what); });
}

void event_stream::pinned(const void* address, std::size_t bytes, bool still) {
  const std::lock_guard<std::recursive_mutex> lock(turn_);
  state_.memory.pinned(address, bytes, still);
  if (still)
    state_.calls.allocated(address, bytes, true);
  else
    state_.calls.freed(address);
  tell_tools([&](tool& t) { t.pinned(address, bytes, still); });
}

void event_stream::written_by_host(void* address, std::size_t bytes) {
  const std::lock_guard<std::recursive_mutex> lock(turn_);
  state_.memory.written_by_host(address, bytes);
  tell_tools([&](tool& t) { t.written_by_host(address, bytes); });
}

void event_stream::moved(const void* to, const void* from, std::size_t bytes) {
  const std::lock_guard<std::recursive_mutex> lock(turn_);
  tell_tools([&](tool& t) { t.moved(to, from, bytes); });
}

void event_stream::copied_on_device(void* to, const void* from, std::size_t bytes) {
  const std::lock_guard<std::recursive_mutex> lock(turn_);
  state_.memory.copied_on_device(to, from, bytes);
  tell_tools([&](tool& t) { t.copied_on_device(to, from, bytes); });
}

void event_stream::free_refused(const refused_free& what) {
  const std::lock_guard<std::recursive_mutex> lock(turn_);
  refused_.free(what);
  tell_tools([&](tool& t) { t.free_refused(what); });
}

void event_stream::transfer_refused(const refused_transfer& what) {
  const std::lock_guard<std::recursive_mutex> lock(turn_);
  refused_.transfer(what);
  tell_tools([&](tool& t) { t.transfer_refused(what); });
}

// ---- host code and the order of launches ----

void event_stream::printed(std::size_t bytes) {
  tell_tools([&](tool& t) { t.printed(bytes); });
}

void event_stream::transfer(const device_transfer& what) {
  const std::lock_guard<std::recursive_mutex> lock(turn_);
  race_.settle();
  refused_.made(what);
  transfers_.begins(state_.run.transfer_begins(what.stream), what);
  if (what.host_waits) state_.run.order().host_waits(what.stream);
  transfers_.forget_finished();
  tell_tools([&](tool& t) { t.transfer(what); });
}

void event_stream::host_accesses(const host_access& what) {
  const event e{reinterpret_cast<std::uintptr_t>(what.address), what.bytes, what.write, what.strong, what.pc};
  // Another host thread's kernel may be waiting for this access, so this thread doesn't wait for that kernel.
  while (!turn_.try_lock())
    if (launched_) return;
  const std::lock_guard<std::recursive_mutex> lock(turn_, std::adopt_lock);
  race_.settle();
  for (const std::uint32_t launch : transfers_.access_of_host(e)) state_.run.order().host_saw(launch);
}

void event_stream::host_fault(const void* address, bool wrote, const void* pc) {
  transfers_.host_fault(address, wrote, pc);
  tell_tools([&](tool& t) { t.host_fault(address, wrote, pc); });
}

void event_stream::event_recorded(cudaEvent_t event, cudaStream_t stream) {
  const std::lock_guard<std::recursive_mutex> lock(turn_);
  state_.run.order().recorded(event, stream);
  tell_tools([&](tool& t) { t.event_recorded(event, stream); });
}

void event_stream::stream_waits(cudaStream_t stream, cudaEvent_t event) {
  const std::lock_guard<std::recursive_mutex> lock(turn_);
  state_.run.order().waits(stream, event);
  tell_tools([&](tool& t) { t.stream_waits(stream, event); });
}

void event_stream::host_waits_for_stream(cudaStream_t stream) {
  const std::lock_guard<std::recursive_mutex> lock(turn_);
  state_.run.order().host_waits(stream);
  tell_tools([&](tool& t) { t.host_waits_for_stream(stream); });
}

void event_stream::host_waits_for_event(cudaEvent_t event) {
  const std::lock_guard<std::recursive_mutex> lock(turn_);
  state_.run.order().host_waits(event);
  tell_tools([&](tool& t) { t.host_waits_for_event(event); });
}

void event_stream::host_waits_for_device() {
  const std::lock_guard<std::recursive_mutex> lock(turn_);
  state_.run.order().host_waits_for_all();
  tell_tools([&](tool& t) { t.host_waits_for_device(); });
}

// ---- findings, and the program's end ----

void event_stream::found(const finding& f) {
  giving_way_.found(f);
  tell_tools([&](tool& t) { t.found(f); });
}

void event_stream::add_to_report(json& report) {
  tell_tools([&](tool& t) { t.add_to_report(report); });
}

std::string event_stream::take_report(bool leaks) {
  const std::lock_guard<std::recursive_mutex> lock(turn_);
  race_.settle();
  race_.forget_guesses();
  leaks_.part_ends(leaks && !device_lost());
  return take_report_text();
}

void event_stream::program_ends() {
  const char* asked = environment("SIMCU_LEAKS");
  if (!asked || std::string(asked) != "1") return;
  race_.settle();
  leaks_.part_ends(!device_lost());  // a program that ends because a kernel has failed frees nothing
}

bool event_stream::finish() {
  bool well = true;
  tell_tools([&](tool& t) { well = t.finish() && well; });
  return well;
}

}  // namespace simcu::check
