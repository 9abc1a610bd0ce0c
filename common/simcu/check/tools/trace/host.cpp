// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "device/block.h"
#include "device/launch.h"
#include "trace.h"

namespace simcu::check::tracing {

// ---- findings ----

marked_access tracer::locate(const check::access& a) const {
  marked_access found{false, 0, 0, a};
  const auto site = places_.find(a.pc);
  if (!a.has_thread || site == places_.end()) return found;
  const auto look = [&](const block_past& past) {
    if (past.places.size() <= site->second || past.places[site->second] == 0) return false;
    found.known = true;
    found.time = past.places[site->second] - 1;
    found.where = past.where;
    return true;
  };
  const auto live = blocks_.find(number_in(shape_, a.block));
  if (grid_ && live != blocks_.end() && look(live->second.past)) return found;
  for (auto launch = pasts_.rbegin(); launch != pasts_.rend(); ++launch) {
    const auto past = launch->blocks.find(number_in(launch->shape, a.block));
    if (past != launch->blocks.end() && look(past->second)) return found;
  }
  return found;
}

void tracer::found(const finding& f) {
  mark m{launch_end_ ? launch_end_ - 1 : 0, launch_track_, f.kind, f.subkind, f.message, {}};
  for (std::size_t i = 1; i < f.accesses.size(); ++i) m.accesses.push_back(locate(f.accesses[i]));
  if (live_ && !f.accesses.empty() && f.accesses[0].has_thread) {
    if (f.kind == "race" && !m.accesses.empty() && m.accesses[0].known) join(m.accesses[0].time + 1);
    m.accesses.push_back({true, live_->clocks[running_->current()], live_->now.where, f.accesses[0]});
    m.time = m.accesses.back().time;
    m.where = m.accesses.back().where;
  } else if (!f.accesses.empty()) {
    m.accesses.push_back(locate(f.accesses[0]));
  }
  file_.add(std::move(m));
}

// ---- the host ----

void tracer::host_work(std::string name, json arguments) {
  file_.add(work{times_.host, times_.host + 1, kHostTrack, std::move(name), std::move(arguments)});
  ++times_.host;
}

void tracer::host_waits(ticks until, const char* name) {
  if (until <= times_.host) return;
  file_.add(work{times_.host, until, kHostTrack, name, nullptr});
  times_.host = until;
}

// A copy also appears on the host's track for the duration of the call.
void tracer::transfer(const device_transfer& t) {
  const bool to = in_device_range(t.to), from = t.from && in_device_range(t.from);
  const char* name = !t.from      ? "fill"
                     : to && from ? "copy on the device"
                     : to         ? "copy to the device"
                                  : "copy to the host";
  const json arguments = {{"bytes", t.bytes}};
  const ticks start = times_.next(t.stream);
  file_.add(work{start, start + 1, stream_track(stream_times::number(t.stream)), name, arguments});
  times_.ends(t.stream, start + 1);
  if (t.host_waits)
    host_waits(start + 1, name);
  else
    host_work("issue a " + std::string(name), arguments);
}

void tracer::event_recorded(cudaEvent_t event, cudaStream_t stream) { times_.recorded(event, stream); }
void tracer::stream_waits(cudaStream_t stream, cudaEvent_t event) { times_.waits(stream, event); }
void tracer::host_waits_for_stream(cudaStream_t stream) {
  host_waits(times_.next(stream), "wait for a stream");
}
void tracer::host_waits_for_event(cudaEvent_t event) { host_waits(times_.over(event), "wait for an event"); }
void tracer::host_waits_for_device() { host_waits(times_.over(), "wait for the device"); }

}  // namespace simcu::check::tracing
