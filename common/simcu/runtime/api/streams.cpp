// SPDX-License-Identifier: Apache-2.0
// Streams. Work is complete when the call that issued it returns, so a stream is always idle.
#include <mutex>
#include <set>

#include "base/handles.h"
#include "base/observer.h"
#include "link/errors.h"
#include "memory/classes.h"
#include "simcu/runtime_api.h"
#include "simcu/unread.h"

using namespace simcu;

namespace {

struct stream_table {
  std::mutex mutex;
  std::set<cudaStream_t> live;
  unsigned long long next_id = 3;  // 1 and 2 are the default streams
};
stream_table& streams() {
  static auto* t = new stream_table;
  return *t;
}

bool is_default(cudaStream_t s) { return s == nullptr || s == cudaStreamLegacy || s == cudaStreamPerThread; }

cudaError_t begin_on(cudaStream_t stream, bool synchronises, bool host_learns = true) {
  if (cudaError_t sticky = begin_api(synchronises)) return sticky;
  if (!is_stream(stream)) return end_api(cudaErrorInvalidResourceHandle);
  if (the_observer && synchronises && host_learns) the_observer->host_waits_for_stream(stream);
  return cudaSuccess;
}

}  // namespace

bool simcu::is_stream(cudaStream_t stream) {
  if (is_default(stream)) return true;
  const std::lock_guard<std::mutex> lock(streams().mutex);
  return streams().live.count(stream) != 0;
}

cudaError_t simcu::query_unread(cudaStream_t stream) { return begin_on(stream, kSynchronises, false); }

extern "C" {

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* pStream, unsigned int flags, int priority) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  if (pStream == nullptr || flags > cudaStreamNonBlocking) return end_api(cudaErrorInvalidValue);
  if (priority > kLowestPriority) priority = kLowestPriority;
  if (priority < kHighestPriority) priority = kHighestPriority;
  const std::lock_guard<std::mutex> lock(streams().mutex);
  *pStream = new CUstream_st{flags, priority, streams().next_id++};
  streams().live.insert(*pStream);
  return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t* pStream) {
  return cudaStreamCreateWithPriority(pStream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* pStream, unsigned int flags) {
  return cudaStreamCreateWithPriority(pStream, flags, 0);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (cudaError_t error = begin_on(stream, kDoesNotWait)) return error;
  if (is_default(stream)) return end_api(cudaErrorInvalidResourceHandle);
  const std::lock_guard<std::mutex> lock(streams().mutex);
  streams().live.erase(stream);
  delete stream;
  return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return begin_on(stream, kSynchronises); }

cudaError_t cudaStreamQuery(cudaStream_t stream) { return begin_on(stream, kSynchronises); }

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
  if (cudaError_t error = begin_on(stream, kDoesNotWait)) return error;
  if (event == nullptr) return end_api(cudaErrorInvalidResourceHandle);
  if (flags > cudaEventWaitExternal) return end_api(cudaErrorInvalidValue);
  if (the_observer) the_observer->stream_waits(stream, event);
  return cudaSuccess;
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  if (cudaError_t error = begin_on(stream, kDoesNotWait)) return error;
  if (priority == nullptr) return end_api(cudaErrorInvalidValue);
  *priority = is_default(stream) ? 0 : stream->priority;
  return cudaSuccess;
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) {
  if (cudaError_t error = begin_on(stream, kDoesNotWait)) return error;
  if (flags == nullptr) return end_api(cudaErrorInvalidValue);
  *flags = is_default(stream) ? 0 : stream->flags;
  return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void* userData) {
  if (cudaError_t error = begin_on(stream, kDoesNotWait)) return error;
  if (fn == nullptr) return end_api(cudaErrorInvalidValue);
  if (the_observer) the_observer->host_waits_for_stream(stream);
  if (!device_lost()) fn(userData);
  return cudaSuccess;
}

}  // extern "C"
