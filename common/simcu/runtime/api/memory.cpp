// SPDX-License-Identifier: Apache-2.0
#include "base/observer.h"
#include "link/device_port.h"
#include "link/errors.h"
#include "memory/arena.h"
#include "memory/classes.h"
#include "simcu/runtime_api.h"

using namespace simcu;

namespace {

constexpr std::size_t kPitch = 512;

cudaError_t allocate(void** out, std::size_t bytes, memory_kind kind) {
  if (cudaError_t sticky = begin_api(kSynchronises)) return sticky;
  if (out == nullptr) return end_api(cudaErrorInvalidValue);
  if (bytes == 0) {
    *out = nullptr;
    return cudaSuccess;
  }
  void* p = the_device().allocate(bytes, kind);
  if (p == nullptr) return end_api(cudaErrorMemoryAllocation);
  *out = p;
  return cudaSuccess;
}

// Waits for the device first, unless the memory is freed in stream order.
cudaError_t release(void* p, const char* call, const device_transfer* in_stream = nullptr) {
  if (cudaError_t sticky = begin_api(kSynchronises)) return sticky;
  if (p == nullptr) return cudaSuccess;
  if (!the_device().release(p, in_stream)) {
    if (the_observer) the_observer->free_refused({call, p, false});
    return end_api(cudaErrorInvalidValue);
  }
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** devPtr, size_t size) { return allocate(devPtr, size, memory_kind::device); }

cudaError_t cudaFree(void* devPtr) { return release(devPtr, __func__); }

cudaError_t cudaMallocAsync(void** devPtr, size_t size, cudaStream_t hStream) {
  const cudaError_t error = allocate(devPtr, size, memory_kind::device);
  if (the_observer && error == cudaSuccess && size != 0)
    the_observer->allocated_in_stream({*devPtr, nullptr, size, hStream, false, nullptr});
  return error;
}

cudaError_t cudaFreeAsync(void* devPtr, cudaStream_t hStream) {
  const void* pc = static_cast<const char*>(__builtin_return_address(0)) - 1;
  const device_transfer what{devPtr, nullptr, classify(devPtr).bytes_left, hStream, false, pc};
  return release(devPtr, __func__, &what);
}

cudaError_t cudaMallocManaged(void** devPtr, size_t size, unsigned int flags) {
  const bool known = flags == cudaMemAttachGlobal || flags == cudaMemAttachHost;
  if (!known) {
    if (cudaError_t sticky = begin_api(kSynchronises)) return sticky;
    return end_api(cudaErrorInvalidValue);
  }
  return allocate(devPtr, size, memory_kind::managed);
}

cudaError_t cudaMallocPitch(void** devPtr, size_t* pitch, size_t width, size_t height) {
  if (pitch == nullptr) return end_api(cudaErrorInvalidValue);
  const size_t row = (width + kPitch - 1) / kPitch * kPitch;
  if (height != 0 && row > SIZE_MAX / height) return end_api(cudaErrorMemoryAllocation);
  const cudaError_t error = allocate(devPtr, row * height, memory_kind::device);
  if (error == cudaSuccess) *pitch = row;
  return error;
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  if (free != nullptr) *free = the_device().free_bytes();
  if (total != nullptr) *total = memory_arena::instance().total_bytes();
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* ptr) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  if (attributes == nullptr) return end_api(cudaErrorInvalidValue);
  void* p = const_cast<void*>(ptr);
  *attributes = {cudaMemoryTypeUnregistered, -2, nullptr, nullptr};
  switch (classify(ptr).where) {
    case memory_class::device:
      *attributes = {cudaMemoryTypeDevice, 0, p, nullptr};
      break;
    case memory_class::anywhere:
      *attributes = {in_device_range(ptr) ? cudaMemoryTypeManaged : cudaMemoryTypeHost, 0, p, p};
      break;
    case memory_class::host:
    case memory_class::invalid:
      break;
  }
  return cudaSuccess;
}

}  // extern "C"

namespace {

cudaError_t check_managed_range(const void* p, std::size_t count) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  const memory_place place = classify(p);
  if (p == nullptr || count == 0 || !in_device_range(p) || place.where != memory_class::anywhere ||
      place.bytes_left < count)
    return end_api(cudaErrorInvalidValue);
  return cudaSuccess;
}

bool is_location(cudaMemLocation where) {
  if (where.type == cudaMemLocationTypeDevice) return where.id == 0;
  return where.type == cudaMemLocationTypeHost || where.type == cudaMemLocationTypeHostNuma ||
         where.type == cudaMemLocationTypeHostNumaCurrent;
}

}  // namespace

cudaError_t cudaMemAdvise(const void* devPtr, size_t count, cudaMemoryAdvise advice,
                          cudaMemLocation location) {
  if (cudaError_t bad = check_managed_range(devPtr, count)) return bad;
  if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
    return end_api(cudaErrorInvalidValue);
  const bool needs_location = advice == cudaMemAdviseSetPreferredLocation ||
                              advice == cudaMemAdviseSetAccessedBy || advice == cudaMemAdviseUnsetAccessedBy;
  if (needs_location && !is_location(location)) return end_api(cudaErrorInvalidDevice);
  return cudaSuccess;
}

cudaError_t cudaMemAdvise(const void* devPtr, size_t count, cudaMemoryAdvise advice, int device) {
  return cudaMemAdvise(devPtr, count, advice,
                       device == cudaCpuDeviceId ? cudaMemLocation{cudaMemLocationTypeHost, 0}
                                                 : cudaMemLocation{cudaMemLocationTypeDevice, device});
}

cudaError_t cudaMemPrefetchAsync(const void* devPtr, size_t count, cudaMemLocation location,
                                 unsigned int flags, cudaStream_t) {
  if (cudaError_t bad = check_managed_range(devPtr, count)) return bad;
  if (flags != 0) return end_api(cudaErrorInvalidValue);
  if (!is_location(location)) return end_api(cudaErrorInvalidDevice);
  return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void* devPtr, size_t count, int device, cudaStream_t stream) {
  return cudaMemPrefetchAsync(devPtr, count,
                              device == cudaCpuDeviceId ? cudaMemLocation{cudaMemLocationTypeHost, 0}
                                                        : cudaMemLocation{cudaMemLocationTypeDevice, device},
                              0, stream);
}
