// SPDX-License-Identifier: Apache-2.0
// cudaLaunchKernelEx. Only the attribute `cooperative` has an effect; hints are ignored, and clusters are
// refused.
#pragma once
#include "simcu/driver_types.h"
#include "simcu/kernel_functions.h"

enum cudaLaunchAttributeID {
  cudaLaunchAttributeIgnore = 0,
  cudaLaunchAttributeCooperative = 2,
  cudaLaunchAttributeClusterDimension = 4,
  cudaLaunchAttributeProgrammaticStreamSerialization = 6,
  cudaLaunchAttributePriority = 8
};

// The value of a launch attribute; the attribute's id says which member holds it.
union cudaLaunchAttributeValue {
  char pad[64];
  int cooperative;
  struct {
    unsigned int x, y, z;
  } clusterDim;
  int programmaticStreamSerializationAllowed;
  int priority;
};

// An attribute of a launch, for cudaLaunchConfig_t.
struct cudaLaunchAttribute {
  cudaLaunchAttributeID id;
  cudaLaunchAttributeValue val;
};

// Grid, block, shared memory, stream and attributes, for cudaLaunchKernelEx.
struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute* attrs;
  unsigned int numAttrs;
};

// Programmatic dependent launch: nothing to do, because a kernel begins only when its predecessor in the
// stream has ended.
inline void cudaGridDependencySynchronize() {}
inline void cudaTriggerProgrammaticLaunchCompletion() {}

namespace simcu {

inline bool configure_extended(const cudaLaunchConfig_t& c) {
  bool cooperative = false;
  for (unsigned i = 0; i < c.numAttrs; ++i) {
    const cudaLaunchAttributeID id = c.attrs[i].id;
    if (id == cudaLaunchAttributeCooperative) cooperative = c.attrs[i].val.cooperative != 0;
    const auto& cluster = c.attrs[i].val.clusterDim;
    if (id == cudaLaunchAttributeClusterDimension && cluster.x * cluster.y * cluster.z > 1) {
      record_error(cudaErrorNotSupported);  // clusters
      return true;
    }
  }
  return cooperative ? configure_cooperative(c.gridDim, c.blockDim, c.dynamicSmemBytes, c.stream)
                     : configure_unplaced(c.gridDim, c.blockDim, c.dynamicSmemBytes, c.stream);
}

}  // namespace simcu

template <class... P, class... A>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(P...), A&&... arguments) {
  static_assert(sizeof...(P) == sizeof...(A),
                "cudaLaunchKernelEx: too few or too many arguments for this kernel");
  if (simcu::configure_extended(*config)) return cudaPeekAtLastError();
  kernel(static_cast<A&&>(arguments)...);
  return static_cast<cudaError_t>(simcu::launch_result());
}
