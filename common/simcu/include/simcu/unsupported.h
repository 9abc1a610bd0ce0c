// SPDX-License-Identifier: Apache-2.0
// Parts of CUDA that simcu does not have: using one is a compile error that names it.
#pragma once

struct cudaArray;
struct CUgraph_st;
struct CUgraphExec_st;
struct CUgraphNode_st;
typedef cudaArray* cudaArray_t;
typedef CUgraph_st* cudaGraph_t;
typedef CUgraphExec_st* cudaGraphExec_t;
typedef CUgraphNode_st* cudaGraphNode_t;
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;

#define SIMCU_UNSUPPORTED(name, what)                                                          \
  template <class... Arguments>                                                                \
  inline cudaError_t name(Arguments&&...) {                                                    \
    static_assert(sizeof...(Arguments) > 1000, "simcu does not support " what " (" #name ")"); \
    return cudaErrorNotSupported;                                                              \
  }

SIMCU_UNSUPPORTED(cudaStreamBeginCapture, "CUDA graphs")
SIMCU_UNSUPPORTED(cudaStreamEndCapture, "CUDA graphs")
SIMCU_UNSUPPORTED(cudaGraphCreate, "CUDA graphs")
SIMCU_UNSUPPORTED(cudaGraphInstantiate, "CUDA graphs")
SIMCU_UNSUPPORTED(cudaGraphLaunch, "CUDA graphs")
SIMCU_UNSUPPORTED(cudaGraphDestroy, "CUDA graphs")
SIMCU_UNSUPPORTED(cudaGraphExecDestroy, "CUDA graphs")
SIMCU_UNSUPPORTED(cudaMallocArray, "textures and CUDA arrays")
SIMCU_UNSUPPORTED(cudaMalloc3DArray, "textures and CUDA arrays")
SIMCU_UNSUPPORTED(cudaFreeArray, "textures and CUDA arrays")
SIMCU_UNSUPPORTED(cudaMemcpy2DToArray, "textures and CUDA arrays")
SIMCU_UNSUPPORTED(cudaCreateTextureObject, "textures and CUDA arrays")
SIMCU_UNSUPPORTED(cudaDestroyTextureObject, "textures and CUDA arrays")
SIMCU_UNSUPPORTED(cudaCreateSurfaceObject, "surfaces")
SIMCU_UNSUPPORTED(cudaIpcGetMemHandle, "memory shared between processes")
SIMCU_UNSUPPORTED(cudaIpcOpenMemHandle, "memory shared between processes")
SIMCU_UNSUPPORTED(cudaMemPoolCreate, "memory pools other than the default one")
SIMCU_UNSUPPORTED(cudaMallocFromPoolAsync, "memory pools other than the default one")
SIMCU_UNSUPPORTED(cudaLaunchKernelExC, "launch attributes")
SIMCU_UNSUPPORTED(cudaMalloc3D, "three-dimensional copies")
SIMCU_UNSUPPORTED(cudaMemcpy3D, "three-dimensional copies")
#define SIMCU_UNSUPPORTED_DEVICE(name, what)                                                   \
  template <class... Arguments>                                                                \
  inline int name(Arguments&&...) {                                                            \
    static_assert(sizeof...(Arguments) > 1000, "simcu does not support " what " (" #name ")"); \
    return 0;                                                                                  \
  }
SIMCU_UNSUPPORTED_DEVICE(tex1Dfetch, "textures")
SIMCU_UNSUPPORTED_DEVICE(tex1D, "textures")
SIMCU_UNSUPPORTED_DEVICE(tex2D, "textures")
SIMCU_UNSUPPORTED_DEVICE(tex3D, "textures")
SIMCU_UNSUPPORTED_DEVICE(__shfl, "the shuffles without a mask, which CUDA has removed: use __shfl_sync")
SIMCU_UNSUPPORTED_DEVICE(__shfl_up, "the shuffles without a mask, which CUDA has removed: use __shfl_up_sync")
SIMCU_UNSUPPORTED_DEVICE(__shfl_down,
                         "the shuffles without a mask, which CUDA has removed: use __shfl_down_sync")
SIMCU_UNSUPPORTED_DEVICE(__shfl_xor,
                         "the shuffles without a mask, which CUDA has removed: use __shfl_xor_sync")
SIMCU_UNSUPPORTED_DEVICE(__ballot, "the votes without a mask, which CUDA has removed: use __ballot_sync")
SIMCU_UNSUPPORTED_DEVICE(__any, "the votes without a mask, which CUDA has removed: use __any_sync")
SIMCU_UNSUPPORTED_DEVICE(__all, "the votes without a mask, which CUDA has removed: use __all_sync")
#undef SIMCU_UNSUPPORTED
#undef SIMCU_UNSUPPORTED_DEVICE
