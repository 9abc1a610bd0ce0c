// SPDX-License-Identifier: Apache-2.0
// Stream capture: what API calls add to a graph while their stream is captured.
//
//   if (capture* into = capture_of(stream))
//     return into->add(stream, cudaGraphNodeTypeMemcpy, [=](cudaStream_t s) { return cudaThingAsync(…, s);
//     });
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "link/deferred.h"
#include "simcu/graph_api.h"

namespace simcu {

using graph_work = std::function<cudaError_t(cudaStream_t)>;

class capture {
 public:
  capture(cudaStream_t origin, cudaGraph_t graph) : origin_(origin), graph_(graph) { last_[origin]; }
  cudaStream_t origin() const { return origin_; }
  cudaGraph_t graph() const { return graph_; }
  bool has(cudaStream_t stream) const { return last_.count(stream) != 0; }

  cudaError_t add(cudaStream_t stream, cudaGraphNodeType type, graph_work work);
  void add_kernel(cudaStream_t stream, const std::shared_ptr<deferred_launch>& kernel);
  void record(cudaEvent_t event, cudaStream_t stream) { events_[event] = last_[stream]; }
  bool wait(cudaStream_t stream, cudaEvent_t event);  // false: the event was not recorded in this capture
  // A call that no graph can contain was made for one of the streams: the capture yields no graph.
  void invalidate() { valid_ = false; }
  bool valid() const { return valid_; }

 private:
  const cudaStream_t origin_;
  const cudaGraph_t graph_;
  bool valid_ = true;
  // For each captured stream: the next node waits for these.
  std::map<cudaStream_t, std::vector<cudaGraphNode_t>> last_;
  std::map<cudaEvent_t, std::vector<cudaGraphNode_t>> events_;
};

// The capture that the stream is part of, or null.
capture* capture_of(cudaStream_t stream);
// The capture in which the event was recorded last, or null.
capture* capture_with(cudaStream_t stream, cudaEvent_t event);

}  // namespace simcu
