// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstring>

#include "api/device_attributes.h"
#include "base/handles.h"
#include "base/settings.h"
#include "link/errors.h"
#include "memory/arena.h"
#include "simcu/device_model.h"
#include "simcu/runtime_api.h"

using namespace simcu;

namespace {

constexpr int kDevices = 1;

int attribute(cudaDeviceAttr a) {
  int value = 0;
  device_attribute(a, &value);
  return value;
}

// Succeeds even after a kernel has failed.
cudaError_t begin_for(int device) { return device == 0 ? cudaSuccess : end_api(cudaErrorInvalidDevice); }

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  if (count == nullptr) return end_api(cudaErrorInvalidValue);
  *count = kDevices;
  return cudaSuccess;
}

cudaError_t cudaGetDevice(int* device) {
  if (device == nullptr) return end_api(cudaErrorInvalidValue);
  *device = 0;
  return cudaSuccess;
}

// cudaSetDevice succeeds after a kernel has failed, until a reset has tried to restore the device.
cudaError_t cudaSetDevice(int device) {
  const cudaError_t bad = begin_for(device);
  if (bad != cudaSuccess || enter_api(kDoesNotWait) != cudaErrorDevicesUnavailable) return bad;
  return begin_api(kDoesNotWait);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* prop, int device) {
  if (prop == nullptr) return end_api(cudaErrorInvalidValue);
  if (cudaError_t error = begin_for(device)) return error;
  cudaDeviceProp p;
  std::memset(&p, 0, sizeof p);
  const model::device& d = this_device();
  std::snprintf(p.name, sizeof p.name, "%s%s", d.name, &d == model::kDevices ? "" : " (simulated)");
  std::memcpy(p.uuid.bytes, "simulated device", sizeof p.uuid.bytes);
  p.totalGlobalMem = memory_arena::instance().total_bytes();
  p.sharedMemPerBlock = model::kSharedPerBlock;
  p.regsPerBlock = model::kRegistersPerBlock;
  p.warpSize = model::kWarpSize;
  p.memPitch = static_cast<size_t>(attribute(cudaDevAttrMaxPitch));
  p.maxThreadsPerBlock = model::kMaxThreadsPerBlock;
  for (int i = 0; i < 3; ++i) {
    p.maxThreadsDim[i] = static_cast<int>(model::kMaxBlockDim[i]);
    p.maxGridSize[i] = static_cast<int>(model::kMaxGridDim[i]);
  }
  p.totalConstMem = model::kConstantMemory;
  p.major = d.major;
  p.minor = d.minor;
  p.textureAlignment = p.surfaceAlignment = static_cast<size_t>(attribute(cudaDevAttrTextureAlignment));
  p.texturePitchAlignment = static_cast<size_t>(attribute(cudaDevAttrTexturePitchAlignment));
  p.multiProcessorCount = d.multiprocessors();
  p.canMapHostMemory = p.concurrentKernels = p.asyncEngineCount = p.unifiedAddressing = 1;
  p.memoryBusWidth = d.memory_bus_bits;
  p.l2CacheSize = static_cast<int>(d.l2_kib * 1024);
  p.maxThreadsPerMultiProcessor = d.max_threads;
  p.streamPrioritiesSupported = p.globalL1CacheSupported = p.localL1CacheSupported = 1;
  p.sharedMemPerMultiprocessor = d.shared_of_multiprocessor();
  p.regsPerMultiprocessor = model::kRegistersPerMultiprocessor;
  p.managedMemory = p.concurrentManagedAccess = p.computePreemptionSupported = 1;
  p.canUseHostPointerForRegisteredMem = p.cooperativeLaunch = 1;
  p.sharedMemPerBlockOptin = d.shared_of_block();
  p.maxBlocksPerMultiProcessor = d.max_blocks;
  p.reservedSharedMemPerBlock = d.shared_reserved;
  p.hostRegisterSupported = p.hostRegisterReadOnlySupported = p.memoryPoolsSupported = 1;
  p.deviceNumaId = -1;
  p.clockRate = d.clock_mhz * 1000;
  p.memoryClockRate = d.memory_clock_mhz * 1000;
  p.deviceOverlap = 1;
  p.singleToDoublePrecisionPerfRatio = d.double_ratio;
  *prop = p;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attr, int device) {
  if (value == nullptr) return end_api(cudaErrorInvalidValue);
  if (cudaError_t error = begin_for(device)) return error;
  return device_attribute(attr, value) ? cudaSuccess : end_api(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  if (leastPriority != nullptr) *leastPriority = kLowestPriority;
  if (greatestPriority != nullptr) *greatestPriority = kHighestPriority;
  return cudaSuccess;
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  const unsigned schedule = flags & cudaDeviceScheduleMask;
  if ((flags & ~static_cast<unsigned>(cudaDeviceMask)) != 0 || (schedule & (schedule - 1)) != 0)
    return end_api(cudaErrorInvalidValue);
  return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int* canAccessPeer, int device, int peerDevice) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  if (canAccessPeer == nullptr) return end_api(cudaErrorInvalidValue);
  if (device != 0 || peerDevice != 0) return end_api(cudaErrorInvalidDevice);
  *canAccessPeer = 0;
  return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  return end_api(peerDevice == 0 ? cudaErrorPeerAccessUnsupported : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceDisablePeerAccess(int) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  return end_api(cudaErrorInvalidDevice);
}

cudaError_t cudaDriverGetVersion(int* version) {
  if (version == nullptr) return end_api(cudaErrorInvalidValue);
  *version = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* version) { return cudaDriverGetVersion(version); }

cudaError_t cudaProfilerStart() { return begin_api(kDoesNotWait); }
cudaError_t cudaProfilerStop() { return begin_api(kSynchronises); }

}  // extern "C"
