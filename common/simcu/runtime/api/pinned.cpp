// SPDX-License-Identifier: Apache-2.0
// Host memory that the device may use: cudaMallocHost, cudaHostAlloc, cudaHostRegister.
#include <cstdlib>
#include <cstring>

#include "api/errors.h"
#include "base/machine.h"
#include "base/observer.h"
#include "memory/classes.h"
#include "simcu/device_model.h"
#include "simcu/runtime_api.h"

using namespace simcu;

namespace {

void tell(const void* p, std::size_t bytes, bool still) {
  if (!the_observer) return;
  if (!still) the_observer->host_waits_for_device();
  the_observer->pinned(p, bytes, still);
}
}  // namespace

extern "C" {

cudaError_t cudaHostAlloc(void** pHost, size_t size, unsigned int flags) {
  if (cudaError_t sticky = begin_api(kSynchronises)) return sticky;
  if (pHost == nullptr || flags > (cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined))
    return end_api(cudaErrorInvalidValue);
  if (size == 0) {
    *pHost = nullptr;
    return cudaSuccess;
  }
  void* p = nullptr;
  if (posix_memalign(&p, page_size(), whole_pages(size) + page_size()) != 0)
    return end_api(cudaErrorMemoryAllocation);
  std::memset(p, model::kGlobalPoison, size);
  pin(p, size, flags, false);
  tell(p, size, true);
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
  tell(ptr, 0, false);
  if (!the_observer) {
    std::free(ptr);
    return cudaSuccess;
  }
  // Only its address is kept: what else would come there could not be told from it.
  madvise(ptr, whole_pages(bytes), MADV_DONTNEED);
  keep_freed(ptr, bytes);
  return cudaSuccess;
}

cudaError_t cudaHostRegister(void* ptr, size_t size, unsigned int flags) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  if (ptr == nullptr || size == 0 || flags > 0x0f) return end_api(cudaErrorInvalidValue);
  if (overlaps_pinned(ptr, size)) return end_api(cudaErrorHostMemoryAlreadyRegistered);
  pin(ptr, size, flags, true);
  tell(ptr, size, true);
  return cudaSuccess;
}

cudaError_t cudaHostUnregister(void* ptr) {
  if (cudaError_t sticky = begin_api(kSynchronises)) return sticky;
  if (ptr == nullptr) return end_api(cudaErrorInvalidValue);
  if (!unpin(ptr, true)) return end_api(cudaErrorHostMemoryNotRegistered);
  tell(ptr, 0, false);
  return cudaSuccess;
}

cudaError_t cudaHostGetDevicePointer(void** pDevice, void* pHost, unsigned int flags) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  if (pDevice == nullptr || flags != 0 || find_pinned(pHost).bytes == 0)
    return end_api(cudaErrorInvalidValue);
  *pDevice = pHost;
  return cudaSuccess;
}

cudaError_t cudaHostGetFlags(unsigned int* pFlags, void* pHost) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  const pinned_info block = find_pinned(pHost);
  if (pFlags == nullptr || block.bytes == 0) return end_api(cudaErrorInvalidValue);
  *pFlags = block.flags | cudaHostAllocMapped;
  return cudaSuccess;
}

}  // extern "C"
