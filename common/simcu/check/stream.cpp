// SPDX-License-Identifier: Apache-2.0
#include "stream.h"

#include <cstdlib>

#include "checker.h"
#include "giving_way.h"

namespace simcu::check {
namespace {
const bool observing = (the_observer = &event_stream::instance(), true);
}

event_stream::event_stream() : checker_(checker::instance()), leaks_(checker_) { listen_to_findings(*this); }

event_stream* event_stream::the_one_ = nullptr;

event_stream& event_stream::make() {
  (void)observing;
  the_one_ = new event_stream;
  return *the_one_;
}

template <class Call>
void event_stream::each(Call call) {
  call(static_cast<observer&>(checker_));
  for (tool* t : tools()) call(*t);
}

void event_stream::access(event& e) {
  preempt_before(e);
  if (!checker_.access(e)) return;
  for (tool* t : followers_) t->access(e);
}

void event_stream::host_access(const event& e) { checker_.host_access(e); }

bool event_stream::before_atomic(event& e) {
  if (!checker_.before_atomic(e)) return false;
  remember_before_atomic(e);
  return true;
}

void event_stream::after_atomic(const event& e, bool reads, bool writes) {
  checker_.after_atomic(e, reads, writes);
  for (tool* t : followers_) t->atomic(e, reads, writes);
}

void event_stream::found(const finding& f) {
  for (tool* t : tools()) t->found(f);
}

void event_stream::add_to_report(std::string& json) {
  for (tool* t : tools()) t->add_to_report(json);
}

bool event_stream::finish() {
  bool well = true;
  for (tool* t : tools()) well = t->finish() && well;
  return well;
}

void event_stream::program_ends() {
  const char* asked = std::getenv("SIMCU_LEAKS");
  if (!asked || std::string(asked) != "1") return;
  checker_.settle();
  leaks_.part_ends(true);
}

void event_stream::launch_begins(launch& grid) {
  each([&](observer& o) { o.launch_begins(grid); });
  followers_.clear();
  for (tool* t : tools())
    if (t->follows_launch()) followers_.push_back(t);
}
void event_stream::launch_ends(launch& grid) {
  each([&](observer& o) { o.launch_ends(grid); });
}
void event_stream::launch_failed(const launch& grid) {
  each([&](observer& o) { o.launch_failed(grid); });
}
void event_stream::block_begins(block& b) {
  each([&](observer& o) { o.block_begins(b); });
}
void event_stream::block_runs(block& b) {
  each([&](observer& o) { o.block_runs(b); });
}
void event_stream::block_ends(block& b) {
  each([&](observer& o) { o.block_ends(b); });
}
void event_stream::barrier_opens(block& b) {
  each([&](observer& o) { o.barrier_opens(b); });
}
void event_stream::warp_synchronises(block& b, unsigned warp, unsigned lanes) {
  each([&](observer& o) { o.warp_synchronises(b, warp, lanes); });
}
void event_stream::grid_barrier_opens(launch& grid) {
  each([&](observer& o) { o.grid_barrier_opens(grid); });
}
void event_stream::fence(bool whole_device) {
  each([&](observer& o) { o.fence(whole_device); });
}
void event_stream::shared_appears(block& b, void* address, std::size_t bytes, const char* name) {
  each([&](observer& o) { o.shared_appears(b, address, bytes, name); });
}
void event_stream::array_appears(block& b, const named_array& a) {
  each([&](observer& o) { o.array_appears(b, a); });
}
void event_stream::allocated(void* address, std::size_t bytes) {
  leaks_.allocated(address, bytes);
  each([&](observer& o) { o.allocated(address, bytes); });
}
void event_stream::freed(void* address, std::size_t bytes) {
  leaks_.freed(address, bytes);
  each([&](observer& o) { o.freed(address, bytes); });
}
void event_stream::host_fault(const void* address, const void* pc) {
  each([&](observer& o) { o.host_fault(address, pc); });
}
void event_stream::transfer(const device_transfer& what) {
  each([&](observer& o) { o.transfer(what); });
}
void event_stream::pinned(const void* address, std::size_t bytes, bool still) {
  each([&](observer& o) { o.pinned(address, bytes, still); });
}
void event_stream::written_by_host(void* address, std::size_t bytes) {
  each([&](observer& o) { o.written_by_host(address, bytes); });
}
void event_stream::copied_on_device(void* to, const void* from, std::size_t bytes) {
  each([&](observer& o) { o.copied_on_device(to, from, bytes); });
}
void event_stream::event_recorded(cudaEvent_t event, cudaStream_t stream) {
  each([&](observer& o) { o.event_recorded(event, stream); });
}
void event_stream::stream_waits(cudaStream_t stream, cudaEvent_t event) {
  each([&](observer& o) { o.stream_waits(stream, event); });
}
void event_stream::host_waits_for_stream(cudaStream_t stream) {
  each([&](observer& o) { o.host_waits_for_stream(stream); });
}
void event_stream::host_waits_for_event(cudaEvent_t event) {
  each([&](observer& o) { o.host_waits_for_event(event); });
}
void event_stream::host_waits_for_device() {
  each([&](observer& o) { o.host_waits_for_device(); });
}

std::string event_stream::take_report(bool leaks) {
  checker_.settle();
  leaks_.part_ends(leaks);
  return take_report_text();
}

}  // namespace simcu::check
