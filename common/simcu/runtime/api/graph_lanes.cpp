// SPDX-License-Identifier: Apache-2.0
#include "api/graph_lanes.h"

#include <algorithm>
#include <deque>
#include <map>

#include "base/handles.h"
#include "base/observer.h"
#include "simcu/runtime_api.h"

using namespace simcu;

namespace {

// Streams and events for graphs, reused because an observer remembers each. Child graphs take the next ones
// while the graph around them runs.
class pool {
 public:
  cudaStream_t stream() {
    if (streams_used_ == streams_.size()) {
      streams_.emplace_back();
      cudaStreamCreateWithFlags(&streams_.back(), cudaStreamNonBlocking);
    }
    return streams_[streams_used_++];
  }
  cudaEvent_t record(cudaStream_t stream) {
    if (events_used_ == events_.size()) events_.push_back({cudaEventDisableTiming, false, {}});
    const cudaEvent_t event = &events_[events_used_++];
    the_observer->event_recorded(event, stream);
    return event;
  }
  void give_back(std::size_t streams, std::size_t events) {
    streams_used_ -= streams;
    events_used_ -= events;
  }

 private:
  std::vector<cudaStream_t> streams_;
  std::deque<CUevent_st> events_;  // their addresses stay
  std::size_t streams_used_ = 0, events_used_ = 0;
};

}  // namespace

void simcu::give_lanes(std::vector<CUgraphExec_st::step>& steps) {
  std::vector<cudaGraphNode_t> last;  // of each lane
  for (CUgraphExec_st::step& s : steps) {
    const auto free = std::find_if(last.begin(), last.end(), [&](cudaGraphNode_t n) {
      return std::find(s.after.begin(), s.after.end(), n) != s.after.end();
    });
    s.lane = static_cast<std::size_t>(free - last.begin());
    last.resize(std::max(last.size(), s.lane + 1));
    last[s.lane] = s.from;
  }
}

cudaError_t simcu::run_in_lanes(const std::vector<CUgraphExec_st::step>& steps, cudaStream_t stream) {
  static thread_local pool own;
  std::vector<cudaStream_t> lanes{stream};
  std::map<cudaGraphNode_t, cudaEvent_t> over;
  const cudaEvent_t begins = own.record(stream);
  cudaError_t result = cudaSuccess;
  for (const CUgraphExec_st::step& s : steps) {
    if (s.lane == lanes.size()) {
      lanes.push_back(own.stream());
      the_observer->stream_waits(lanes.back(), begins);
    }
    for (const cudaGraphNode_t before : s.after) the_observer->stream_waits(lanes[s.lane], over[before]);
    if (s.work && result == cudaSuccess) result = s.work(lanes[s.lane]);
    over[s.from] = own.record(lanes[s.lane]);
  }
  for (const auto& [node, event] : over) the_observer->stream_waits(stream, event);
  own.give_back(lanes.size() - 1, steps.size() + 1);
  return result;
}
