// SPDX-License-Identifier: Apache-2.0
// The value of every device attribute. Features that the simulated device does not have (textures, graphics,
// IPC) are 0.
#include "api/device_attributes.h"

#include "base/settings.h"
#include "simcu/device_model.h"

namespace simcu {

bool device_attribute(cudaDeviceAttr attribute, int* value) {
  using namespace model;
  const device& d = this_device();
  if (attribute < cudaDevAttrMaxThreadsPerBlock || attribute >= cudaDevAttrMax) return false;
  auto is = [&](auto number) {
    *value = static_cast<int>(number);
    return true;
  };
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      return is(kMaxThreadsPerBlock);
    case cudaDevAttrMaxBlockDimX:
      return is(kMaxBlockDim[0]);
    case cudaDevAttrMaxBlockDimY:
      return is(kMaxBlockDim[1]);
    case cudaDevAttrMaxBlockDimZ:
      return is(kMaxBlockDim[2]);
    case cudaDevAttrMaxGridDimX:
      return is(kMaxGridDim[0]);
    case cudaDevAttrMaxGridDimY:
      return is(kMaxGridDim[1]);
    case cudaDevAttrMaxGridDimZ:
      return is(kMaxGridDim[2]);
    case cudaDevAttrMaxSharedMemoryPerBlock:
      return is(kSharedPerBlock);
    case cudaDevAttrTotalConstantMemory:
      return is(kConstantMemory);
    case cudaDevAttrWarpSize:
      return is(kWarpSize);
    case cudaDevAttrMaxPitch:
      return is(2147483647);
    case cudaDevAttrMaxRegistersPerBlock:
      return is(kRegistersPerBlock);
    case cudaDevAttrClockRate:
      return is(d.clock_mhz * 1000);
    case cudaDevAttrTextureAlignment:
      return is(512);
    case cudaDevAttrGpuOverlap:
      return is(1);
    case cudaDevAttrMultiProcessorCount:
      return is(d.multiprocessors());
    case cudaDevAttrCanMapHostMemory:
      return is(1);
    case cudaDevAttrConcurrentKernels:
      return is(1);
    case cudaDevAttrMemoryClockRate:
      return is(d.memory_clock_mhz * 1000);
    case cudaDevAttrGlobalMemoryBusWidth:
      return is(d.memory_bus_bits);
    case cudaDevAttrL2CacheSize:
      return is(d.l2_kib * 1024);
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      return is(d.max_threads);
    case cudaDevAttrAsyncEngineCount:
      return is(1);
    case cudaDevAttrUnifiedAddressing:
      return is(1);
    case cudaDevAttrTexturePitchAlignment:
      return is(32);
    case cudaDevAttrSurfaceAlignment:
      return is(512);
    case cudaDevAttrComputeCapabilityMajor:
      return is(d.major);
    case cudaDevAttrComputeCapabilityMinor:
      return is(d.minor);
    case cudaDevAttrStreamPrioritiesSupported:
      return is(1);
    case cudaDevAttrGlobalL1CacheSupported:
      return is(1);
    case cudaDevAttrLocalL1CacheSupported:
      return is(1);
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return is(d.shared_of_multiprocessor());
    case cudaDevAttrMaxRegistersPerMultiprocessor:
      return is(kRegistersPerMultiprocessor);
    case cudaDevAttrManagedMemory:
      return is(1);
    case cudaDevAttrSingleToDoublePrecisionPerfRatio:
      return is(d.double_ratio);
    case cudaDevAttrConcurrentManagedAccess:
      return is(1);
    case cudaDevAttrComputePreemptionSupported:
      return is(1);
    case cudaDevAttrCanUseHostPointerForRegisteredMem:
      return is(1);
    case cudaDevAttrCooperativeLaunch:
      return is(1);
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return is(d.shared_of_block());
    case cudaDevAttrHostRegisterSupported:
      return is(1);
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      return is(d.max_blocks);
    case cudaDevAttrReservedSharedMemoryPerBlock:
      return is(d.shared_reserved);
    case cudaDevAttrMemoryPoolsSupported:
      return is(1);
    case cudaDevAttrNumaId:
      return is(-1);
    case cudaDevAttrHostRegisterReadOnlySupported:
      return is(1);
    case cudaDevAttrMemSyncDomainCount:
      return is(1);
    default:
      return is(0);
  }
}

}  // namespace simcu
