// SPDX-License-Identifier: Apache-2.0
#include "api/capture.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "api/graphs.h"
#include "base/handles.h"
#include "link/errors.h"

using namespace simcu;

namespace {

// Usually there is none, so the check costs nothing.
std::atomic<int> active{0};
struct capture_table {
  std::mutex mutex;
  std::vector<std::unique_ptr<capture>> list;
};
capture_table& captures() {
  static auto* t = new capture_table;
  return *t;
}

}  // namespace

cudaError_t capture::add(cudaStream_t stream, cudaGraphNodeType type, graph_work work) {
  if (!valid_) return end_api(cudaErrorStreamCaptureInvalidated);
  std::vector<cudaGraphNode_t>& last = last_[stream];
  last = {graph_->add(type, std::move(work), last)};
  return cudaSuccess;
}

void capture::add_kernel(cudaStream_t stream, const std::shared_ptr<deferred_launch>& kernel) {
  add(stream, cudaGraphNodeTypeKernel, [kernel](cudaStream_t s) {
    launch_deferred(*kernel, s);
    return static_cast<cudaError_t>(launch_result());
  });
}

bool capture::wait(cudaStream_t stream, cudaEvent_t event) {
  const auto it = events_.find(event);
  if (it == events_.end()) return false;
  std::vector<cudaGraphNode_t>& last = last_[stream];
  for (const cudaGraphNode_t node : it->second)
    if (std::find(last.begin(), last.end(), node) == last.end()) last.push_back(node);
  return true;
}

capture* simcu::capture_of(cudaStream_t stream) {
  if (active.load(std::memory_order_relaxed) == 0) return nullptr;
  const std::lock_guard<std::mutex> lock(captures().mutex);
  for (const auto& c : captures().list)
    if (c->has(stream)) return c.get();
  return nullptr;
}

capture* simcu::capture_with(cudaStream_t stream, cudaEvent_t event) {
  if (active.load(std::memory_order_relaxed) == 0) return nullptr;
  const std::lock_guard<std::mutex> lock(captures().mutex);
  for (const auto& c : captures().list)
    if (c->wait(stream, event)) return c.get();
  return nullptr;
}

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  if (!is_stream(stream)) return end_api(cudaErrorInvalidResourceHandle);
  if (stream == nullptr || stream == cudaStreamLegacy) return end_api(cudaErrorStreamCaptureUnsupported);
  if (capture_of(stream) != nullptr) return end_api(cudaErrorIllegalState);
  const std::lock_guard<std::mutex> lock(captures().mutex);
  captures().list.push_back(std::make_unique<capture>(stream, new CUgraph_st));
  ++active;
  return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* pGraph) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  capture* c = capture_of(stream);
  if (c == nullptr || pGraph == nullptr)
    return end_api(pGraph == nullptr ? cudaErrorInvalidValue : cudaErrorIllegalState);
  if (c->origin() != stream) return end_api(cudaErrorStreamCaptureUnmatched);
  const bool valid = c->valid();
  *pGraph = valid ? c->graph() : nullptr;
  if (!valid) delete c->graph();
  const std::lock_guard<std::mutex> lock(captures().mutex);
  auto& list = captures().list;
  list.erase(std::find_if(list.begin(), list.end(), [&](const auto& other) { return other.get() == c; }));
  --active;
  return valid ? cudaSuccess : end_api(cudaErrorStreamCaptureInvalidated);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* pCaptureStatus) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  if (pCaptureStatus == nullptr) return end_api(cudaErrorInvalidValue);
  const capture* c = capture_of(stream);
  *pCaptureStatus = c == nullptr ? cudaStreamCaptureStatusNone
                    : c->valid() ? cudaStreamCaptureStatusActive
                                 : cudaStreamCaptureStatusInvalidated;
  return cudaSuccess;
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  if (mode == nullptr) return end_api(cudaErrorInvalidValue);
  static thread_local cudaStreamCaptureMode current = cudaStreamCaptureModeGlobal;
  std::swap(*mode, current);
  return cudaSuccess;
}

}  // extern "C"
