// SPDX-License-Identifier: Apache-2.0
#include "base/observer.h"
#include "link/device_port.h"
#include "link/errors.h"
#include "memory/classes.h"
#include "simcu/runtime_api.h"

using namespace simcu;

extern "C" {

cudaError_t cudaHostAlloc(void** pHost, size_t size, unsigned int flags) {
  if (cudaError_t sticky = begin_api(kSynchronises)) return sticky;
  if (pHost == nullptr || flags > (cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined))
    return end_api(cudaErrorInvalidValue);
  if (size == 0) {
    *pHost = nullptr;
    return cudaSuccess;
  }
  void* p = the_device().allocate_pinned(size, flags);
  if (p == nullptr) return end_api(cudaErrorMemoryAllocation);
  pin(p, size, flags, false);
  *pHost = p;
  return cudaSuccess;
}

cudaError_t cudaMallocHost(void** ptr, size_t size) { return cudaHostAlloc(ptr, size, cudaHostAllocDefault); }

cudaError_t cudaFreeHost(void* ptr) {
  if (cudaError_t sticky = begin_api(kSynchronises)) return sticky;
  if (ptr == nullptr) return cudaSuccess;
  const std::size_t bytes = find_pinned(ptr).bytes;
  if (!unpin(ptr, false)) {
    if (the_observer) the_observer->free_refused({__func__, ptr, true});
    return end_api(cudaErrorInvalidValue);
  }
  the_device().release_pinned(ptr, bytes);
  return cudaSuccess;
}

cudaError_t cudaHostRegister(void* ptr, size_t size, unsigned int flags) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  if (ptr == nullptr || size == 0 || flags > 0x0f) return end_api(cudaErrorInvalidValue);
  if (overlaps_pinned(ptr, size)) return end_api(cudaErrorHostMemoryAlreadyRegistered);
  if (!the_device().register_pinned(ptr, size, flags)) return end_api(cudaErrorNotSupported);
  pin(ptr, size, flags, true);
  return cudaSuccess;
}

cudaError_t cudaHostUnregister(void* ptr) {
  if (cudaError_t sticky = begin_api(kSynchronises)) return sticky;
  if (ptr == nullptr) return end_api(cudaErrorInvalidValue);
  if (!unpin(ptr, true)) return end_api(cudaErrorHostMemoryNotRegistered);
  the_device().unregister_pinned(ptr);
  return cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void** pDevice, void* pHost, unsigned int flags) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  if (pDevice == nullptr || flags != 0 || find_pinned(pHost).bytes == 0)
    return end_api(cudaErrorInvalidValue);
  *pDevice = pHost;
  return cudaSuccess;
}

}  // extern "C"
