// SPDX-License-Identifier: Apache-2.0
#include "base/observer.h"
#include "link/device_port.h"
#include "link/errors.h"
#include "simcu/runtime_api.h"

using namespace simcu;

namespace {

cudaFuncCache cache_config = cudaFuncCachePreferNone;

constexpr std::size_t kMostLocalMemory =
    512 << 10;  // per thread: CUDA Programming Guide, Technical Specifications

struct limit_values {
  std::size_t stack = 1024, heap = 8 << 20;
  std::size_t pending_launches = 2048;
  std::size_t l2_fetch = 64, l2_persisting = 0;
};
limit_values limits;

// Returns null if there is no such limit, or if its value is kept elsewhere.
std::size_t* find_limit(cudaLimit limit) {
  switch (limit) {
    case cudaLimitStackSize:
      return &limits.stack;
    case cudaLimitMallocHeapSize:
      return &limits.heap;
    case cudaLimitDevRuntimePendingLaunchCount:
      return &limits.pending_launches;
    case cudaLimitMaxL2FetchGranularity:
      return &limits.l2_fetch;
    case cudaLimitPersistingL2CacheSize:
      return &limits.l2_persisting;
    default:
      return nullptr;
  }
}

}  // namespace

extern "C" {

cudaError_t cudaDeviceSynchronize() {
  if (the_observer) the_observer->host_waits_for_device();
  return begin_api(kSynchronises);
}

cudaError_t cudaDeviceReset() {
  enter_api(kSynchronises);  // unlike begin_api, it does not set the last error again
  if (the_observer) the_observer->host_waits_for_device();
  the_device().reset();
  limits = {};
  cache_config = cudaFuncCachePreferNone;
  return cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  if (cudaError_t sticky = begin_api(kSynchronises)) return sticky;
  if (limit == cudaLimitPrintfFifoSize) {
    the_device().set_print_capacity(value);
    return cudaSuccess;
  }
  if (limit == cudaLimitDevRuntimeSyncDepth) return end_api(cudaErrorUnsupportedLimit);
  std::size_t* kept = find_limit(limit);
  if (kept == nullptr || (limit == cudaLimitStackSize && value > kMostLocalMemory))
    return end_api(cudaErrorInvalidValue);
  *kept = value;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  if (value == nullptr) return end_api(cudaErrorInvalidValue);
  if (limit == cudaLimitPrintfFifoSize) {
    *value = the_device().print_capacity();
    return cudaSuccess;
  }
  if (limit == cudaLimitDevRuntimeSyncDepth) return end_api(cudaErrorUnsupportedLimit);
  const std::size_t* kept = find_limit(limit);
  if (kept == nullptr) return end_api(cudaErrorInvalidValue);
  *value = *kept;
  return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  if (config < cudaFuncCachePreferNone || config > cudaFuncCachePreferEqual)
    return end_api(cudaErrorInvalidValue);
  cache_config = config;
  return cudaSuccess;
}

}  // extern "C"
