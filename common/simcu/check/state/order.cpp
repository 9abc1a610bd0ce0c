// SPDX-License-Identifier: Apache-2.0
// Vector clocks over streams. The default stream waits for all blocking streams, and they wait for it.
#include "state/order.h"

#include <algorithm>

#include "base/handles.h"
#include "simcu/flags.h"
#include "simcu/runtime_api.h"

namespace simcu::check {
namespace {
constexpr std::uintptr_t kDefault = 0, kPerThread = 2;  // the ids of handles begin at 3
}

void launch_order::join(clock& into, const clock& from) {
  for (const auto& [stream, number] : from) into[stream] = std::max(into[stream], number);
}

std::uintptr_t launch_order::id(cudaStream_t stream) {
  if (stream == nullptr || stream == cudaStreamLegacy) return kDefault;
  return stream == cudaStreamPerThread ? kPerThread : stream->id;
}

bool launch_order::waits_for_default(cudaStream_t stream) {
  const bool handle = id(stream) != kDefault && stream != cudaStreamPerThread;
  return !handle || !(stream->flags & cudaStreamNonBlocking);
}

launch_order::clock launch_order::before_next(cudaStream_t stream) const {
  clock c = host_;
  const auto add = [&](std::uintptr_t other) {
    const auto found = streams_.find(other);
    if (found != streams_.end()) join(c, found->second);
  };
  add(id(stream));
  if (id(stream) == kDefault) {
    for (const auto& [other, blocking] : blocking_)
      if (blocking) add(other);
  } else if (waits_for_default(stream)) {
    add(kDefault);
  }
  return c;
}

void launch_order::launched(std::uint32_t launch, cudaStream_t stream) {
  blocking_[id(stream)] = waits_for_default(stream);
  entry e{id(stream), launch, before_next(stream)};
  streams_[id(stream)] = e.known;
  streams_[id(stream)][id(stream)] = launch;
  launches_.resize(std::max<std::size_t>(launches_.size(), launch + std::size_t{1}));
  launches_[launch] = std::move(e);
}

bool launch_order::before(std::uint32_t a, std::uint32_t b) const {
  const auto& known = launches_[b].known;
  const auto found = known.find(launches_[a].stream);
  return found != known.end() && launches_[a].number <= found->second;
}

bool launch_order::all_before(std::uint32_t b) const {
  const entry& mine = launches_[b];
  for (const auto& [stream, c] : streams_) {
    const auto latest = c.find(stream);
    if (latest == c.end() || latest->second >= b) continue;
    const auto known = mine.known.find(stream);
    if (known == mine.known.end() || known->second < latest->second) return false;
  }
  return true;
}

bool launch_order::host_knows(std::uint32_t launch) const {
  const auto known = host_.find(launches_[launch].stream);
  return known != host_.end() && known->second >= launch;
}

bool launch_order::host_knows_all() const {
  for (const auto& [stream, c] : streams_) {
    const auto latest = c.find(stream);
    if (latest != c.end() && !host_knows(latest->second)) return false;
  }
  return true;
}

void launch_order::host_saw(std::uint32_t launch) {
  join(host_, launches_[launch].known);
  std::uint32_t& own = host_[launches_[launch].stream];
  own = std::max(own, launch);
}

void launch_order::recorded(cudaEvent_t event, cudaStream_t stream) { events_[event] = before_next(stream); }

void launch_order::waits(cudaStream_t stream, cudaEvent_t event) {
  const auto found = events_.find(event);
  if (found == events_.end()) return;
  blocking_[id(stream)] = waits_for_default(stream);
  join(streams_[id(stream)], found->second);
}

void launch_order::host_waits(cudaStream_t stream) { host_ = before_next(stream); }

void launch_order::host_waits(cudaEvent_t event) {
  const auto found = events_.find(event);
  if (found != events_.end()) join(host_, found->second);
}

void launch_order::host_waits_for_all() {
  for (const auto& [stream, c] : streams_) join(host_, c);
}

}  // namespace simcu::check
