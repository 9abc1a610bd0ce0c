// SPDX-License-Identifier: Apache-2.0
// An event is a time stamp, because earlier work in its stream is complete when the event is recorded.
#include "base/handles.h"
#include "base/observer.h"
#include "link/errors.h"
#include "simcu/runtime_api.h"
#include "simcu/unread.h"

using namespace simcu;

namespace {

constexpr unsigned kKnownFlags = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;

cudaError_t begin_with(cudaEvent_t event, bool synchronises, bool host_learns = true) {
  if (cudaError_t sticky = begin_api(synchronises)) return sticky;
  if (event == nullptr) return end_api(cudaErrorInvalidResourceHandle);
  if (the_observer && synchronises && host_learns) the_observer->host_waits_for_event(event);
  return cudaSuccess;
}

}  // namespace

cudaError_t simcu::query_unread(cudaEvent_t event) { return begin_with(event, kSynchronises, false); }

extern "C" {

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  const bool shared_without_timing = !(flags & cudaEventInterprocess) || (flags & cudaEventDisableTiming);
  if (event == nullptr || (flags & ~kKnownFlags) != 0 || !shared_without_timing)
    return end_api(cudaErrorInvalidValue);
  *event = new CUevent_st{flags, false, {}};
  return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  if (cudaError_t error = begin_with(event, kDoesNotWait)) return error;
  if (!is_stream(stream)) return end_api(cudaErrorInvalidResourceHandle);
  event->recorded = true;
  event->when = std::chrono::steady_clock::now();
  if (the_observer) the_observer->event_recorded(event, stream);
  return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t event) { return begin_with(event, kSynchronises); }

cudaError_t cudaEventSynchronize(cudaEvent_t event) { return begin_with(event, kSynchronises); }

cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  if (ms == nullptr) return end_api(cudaErrorInvalidValue);
  if (start == nullptr || end == nullptr) return end_api(cudaErrorInvalidResourceHandle);
  const bool timed = !((start->flags | end->flags) & cudaEventDisableTiming);
  if (!timed || !start->recorded || !end->recorded) return end_api(cudaErrorInvalidResourceHandle);
  *ms = std::chrono::duration<float, std::milli>(end->when - start->when).count();
  return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (cudaError_t error = begin_with(event, kDoesNotWait)) return error;
  delete event;
  return cudaSuccess;
}

}  // extern "C"
