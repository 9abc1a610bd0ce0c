// SPDX-License-Identifier: Apache-2.0
// `func` is a kernel's stub or its identity.
#include <cstring>
#include <string>

#include "base/settings.h"
#include "link/device_port.h"
#include "link/errors.h"
#include "link/refusals.h"
#include "simcu/device_model.h"
#include "simcu/host.h"
#include "simcu/kernel.h"
#include "simcu/runtime_api.h"

using namespace simcu;

namespace {

cudaError_t begin_for(const void* func, const void** identity) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  *identity = func == nullptr ? nullptr : identify_registered(func);
  return *identity == nullptr ? end_api(cudaErrorInvalidResourceHandle) : cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaFuncSetAttribute(const void* func, cudaFuncAttribute attr, int value) {
  const void* kernel = nullptr;
  if (cudaError_t error = begin_for(func, &kernel)) return error;
  switch (attr) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize: {
      const std::size_t most = this_device().shared_of_block() - known_static_shared(kernel);
      if (value < 0) return end_api(cudaErrorInvalidValue);
      if (static_cast<std::size_t>(value) > most) {
        print_refused_call("cudaFuncSetAttribute",
                           std::to_string(value) + " bytes of dynamic shared memory are more than the " +
                               std::to_string(most) + " that a block of this kernel can have" +
                               on_this_device(),
                           cudaErrorInvalidValue);
        return end_api(cudaErrorInvalidValue);
      }
      the_device().allow_dynamic_shared(kernel, static_cast<std::size_t>(value));
      return cudaSuccess;
    }
    case cudaFuncAttributePreferredSharedMemoryCarveout:
      return value >= -1 && value <= 100 ? cudaSuccess : end_api(cudaErrorInvalidValue);
    case cudaFuncAttributeNonPortableClusterSizeAllowed:
    case cudaFuncAttributeClusterSchedulingPolicyPreference:
      return cudaSuccess;
    default:
      return end_api(cudaErrorInvalidValue);
  }
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, const void* func) {
  const void* kernel = nullptr;
  if (attr == nullptr) return end_api(cudaErrorInvalidValue);
  if (cudaError_t error = begin_for(func, &kernel)) return error;
  std::memset(attr, 0, sizeof *attr);
  attr->sharedSizeBytes = known_static_shared(kernel);
  const unsigned bound = known_max_threads(kernel);
  attr->maxThreadsPerBlock = bound != 0 ? static_cast<int>(bound) : model::kMaxThreadsPerBlock;
  attr->numRegs = model::kRegistersPerThread;
  attr->ptxVersion = attr->binaryVersion = this_device().arch() / 10;
  attr->maxDynamicSharedSizeBytes = static_cast<int>(allowed_dynamic_shared(kernel) - attr->sharedSizeBytes);
  attr->preferredShmemCarveout = cudaSharedmemCarveoutDefault;
  return cudaSuccess;
}

cudaError_t cudaFuncSetCacheConfig(const void* func, cudaFuncCache cacheConfig) {
  const void* kernel = nullptr;
  if (cudaError_t error = begin_for(func, &kernel)) return error;
  if (cacheConfig < cudaFuncCachePreferNone || cacheConfig > cudaFuncCachePreferEqual)
    return end_api(cudaErrorInvalidValue);
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, const void* func, int blockSize,
                                                          size_t dynamicSMemSize) {
  const void* kernel = nullptr;
  if (cudaError_t error = begin_for(func, &kernel)) return error;
  if (numBlocks == nullptr || blockSize <= 0) return end_api(cudaErrorInvalidValue);
  const std::size_t fixed = known_static_shared(kernel);
  const bool fits = dynamicSMemSize <= allowed_dynamic_shared(kernel) - fixed;
  *numBlocks = fits ? this_device().resident_blocks(blockSize, fixed + dynamicSMemSize) : 0;
  return cudaSuccess;
}

}  // extern "C"
