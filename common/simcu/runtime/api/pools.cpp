// SPDX-License-Identifier: Apache-2.0
// Memory pools and stream attributes. A pool counts what was taken from it; memory itself comes from the
// arena.
#include "api/pools.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>

#include "base/handles.h"
#include "link/errors.h"
#include "simcu/runtime_api.h"
#include "simcu/stream_attributes.h"

struct CUmemPoolHandle_st {
  std::uint64_t used = 0, used_high = 0, threshold = 0;
  int reuse[3] = {1, 1, 1};
};

using namespace simcu;

namespace {

struct pool_table {
  std::mutex mutex;
  CUmemPoolHandle_st default_pool;
  cudaMemPool_t current = &default_pool;
  std::map<const void*, std::pair<cudaMemPool_t, std::size_t>> taken;
  std::map<std::pair<cudaStream_t, int>, cudaLaunchAttributeValue> stream_attributes;
};
pool_table& pools() {
  static auto* t = new pool_table;
  return *t;
}

cudaError_t begin(const void* needed) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  return needed == nullptr ? end_api(cudaErrorInvalidValue) : cudaSuccess;
}

cudaError_t begin_for(int device, const void* needed) {
  return device == 0 ? begin(needed) : end_api(cudaErrorInvalidDevice);
}

bool is_stream_attribute(int a) {
  return a == cudaLaunchAttributeAccessPolicyWindow || a == cudaLaunchAttributeSynchronizationPolicy ||
         a == cudaLaunchAttributePriority;
}

}  // namespace

void simcu::taken_from_pool(const void* p, std::size_t bytes, cudaMemPool_t pool) {
  pool_table& t = pools();
  const std::lock_guard<std::mutex> lock(t.mutex);
  if (pool == nullptr) pool = t.current;
  t.taken[p] = {pool, bytes};
  pool->used += bytes;
  pool->used_high = std::max(pool->used_high, pool->used);
}

void simcu::given_back_to_pool(const void* p) {
  pool_table& t = pools();
  const std::lock_guard<std::mutex> lock(t.mutex);
  const auto it = t.taken.find(p);
  if (it == t.taken.end()) return;
  it->second.first->used -= it->second.second;
  t.taken.erase(it);
}

extern "C" {

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* memPool, int device) {
  if (cudaError_t bad = begin_for(device, memPool)) return bad;
  *memPool = &pools().default_pool;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* memPool, int device) {
  if (cudaError_t bad = begin_for(device, memPool)) return bad;
  *memPool = pools().current;
  return cudaSuccess;
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t memPool) {
  if (cudaError_t bad = begin_for(device, memPool)) return bad;
  pools().current = memPool;
  return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* memPool, const cudaMemPoolProps* poolProps) {
  if (cudaError_t bad = begin(memPool)) return bad;
  if (poolProps == nullptr || poolProps->allocType != cudaMemAllocationTypePinned ||
      poolProps->location.type != cudaMemLocationTypeDevice || poolProps->location.id != 0)
    return end_api(cudaErrorInvalidValue);
  if (poolProps->handleTypes != cudaMemHandleTypeNone) return end_api(cudaErrorNotSupported);
  *memPool = new CUmemPoolHandle_st;
  return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t memPool) {
  if (cudaError_t bad = begin(memPool)) return bad;
  pool_table& t = pools();
  if (memPool == &t.default_pool) return end_api(cudaErrorInvalidValue);
  const std::lock_guard<std::mutex> lock(t.mutex);
  if (t.current == memPool) t.current = &t.default_pool;
  // Memory taken from it stays valid, and the pool is kept for that.
  return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t) { return begin(memPool); }

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
  if (cudaError_t bad = begin(memPool)) return bad;
  if (value == nullptr) return end_api(cudaErrorInvalidValue);
  if (attr >= cudaMemPoolReuseFollowEventDependencies && attr <= cudaMemPoolReuseAllowInternalDependencies)
    memPool->reuse[attr - 1] = *static_cast<int*>(value);
  else if (attr == cudaMemPoolAttrReleaseThreshold)
    memPool->threshold = *static_cast<std::uint64_t*>(value);
  else if (attr == cudaMemPoolAttrUsedMemHigh || attr == cudaMemPoolAttrReservedMemHigh)
    memPool->used_high = memPool->used;  // CUDA accepts only 0, which resets it
  else
    return end_api(cudaErrorInvalidValue);
  return cudaSuccess;
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, cudaMemPoolAttr attr, void* value) {
  if (cudaError_t bad = begin(memPool)) return bad;
  if (value == nullptr) return end_api(cudaErrorInvalidValue);
  switch (attr) {
    case cudaMemPoolReuseFollowEventDependencies:
    case cudaMemPoolReuseAllowOpportunistic:
    case cudaMemPoolReuseAllowInternalDependencies:
      *static_cast<int*>(value) = memPool->reuse[attr - 1];
      return cudaSuccess;
    case cudaMemPoolAttrReleaseThreshold:
      *static_cast<std::uint64_t*>(value) = memPool->threshold;
      return cudaSuccess;
    case cudaMemPoolAttrUsedMemCurrent:
    case cudaMemPoolAttrReservedMemCurrent:
      *static_cast<std::uint64_t*>(value) = memPool->used;
      return cudaSuccess;
    case cudaMemPoolAttrUsedMemHigh:
    case cudaMemPoolAttrReservedMemHigh:
      *static_cast<std::uint64_t*>(value) = memPool->used_high;
      return cudaSuccess;
  }
  return end_api(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t memPool, const cudaMemAccessDesc* descList, size_t count) {
  if (cudaError_t bad = begin(memPool)) return bad;
  for (size_t i = 0; descList != nullptr && i < count; ++i)
    if (descList[i].location.type != cudaMemLocationTypeDevice || descList[i].location.id != 0)
      return end_api(cudaErrorInvalidDevice);
  return descList == nullptr && count != 0 ? end_api(cudaErrorInvalidValue) : cudaSuccess;
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaLaunchAttributeID attr,
                                   const cudaLaunchAttributeValue* value) {
  if (cudaError_t bad = begin(value)) return bad;
  if (!is_stream(stream)) return end_api(cudaErrorInvalidResourceHandle);
  if (!is_stream_attribute(attr)) return end_api(cudaErrorInvalidValue);
  const cudaAccessPolicyWindow& w = value->accessPolicyWindow;
  if (attr == cudaLaunchAttributeAccessPolicyWindow &&
      (!(w.hitRatio >= 0) || w.hitRatio > 1 || w.missProp == cudaAccessPropertyPersisting))
    return end_api(cudaErrorInvalidValue);
  const std::lock_guard<std::mutex> lock(pools().mutex);
  pools().stream_attributes[{stream, attr}] = *value;
  return cudaSuccess;
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaLaunchAttributeID attr,
                                   cudaLaunchAttributeValue* value) {
  if (cudaError_t bad = begin(value)) return bad;
  if (!is_stream(stream)) return end_api(cudaErrorInvalidResourceHandle);
  if (!is_stream_attribute(attr)) return end_api(cudaErrorInvalidValue);
  const std::lock_guard<std::mutex> lock(pools().mutex);
  const auto it = pools().stream_attributes.find({stream, attr});
  std::memset(value, 0, sizeof *value);
  if (it != pools().stream_attributes.end()) *value = it->second;
  return cudaSuccess;
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src) {
  for (const int attr : {1, 3, 8}) {
    cudaLaunchAttributeValue value;
    if (cudaError_t bad = cudaStreamGetAttribute(src, static_cast<cudaLaunchAttributeID>(attr), &value))
      return bad;
    if (cudaError_t bad = cudaStreamSetAttribute(dst, static_cast<cudaLaunchAttributeID>(attr), &value))
      return bad;
  }
  return cudaSuccess;
}

cudaError_t cudaCtxResetPersistingL2Cache() { return begin_api(kDoesNotWait); }

}  // extern "C"
