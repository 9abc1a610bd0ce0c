// SPDX-License-Identifier: Apache-2.0
// The tables. A name that ends in `*` matches all names with that start.
#include "unsupported.h"

#include <algorithm>
#include <iterator>

namespace simcu_driver {
namespace {

struct entry {
  std::string_view name;
  std::string_view what;
};

constexpr entry kWords[] = {
    {"texCubemap*", "cube map textures"},
    {"tex2Dgather", "texture gathers"},
    {"tex2DLod", "mipmapped textures"},
    {"cudaMallocMipmappedArray", "mipmapped arrays"},
    {"cudaGraphConditional*", "conditional nodes of graphs"},
    {"cudaGraphAddExternalSemaphores*", "external semaphores"},
    {"cudaGraphAddNode", "nodes of graphs by general parameters: use cudaGraphAddKernelNode and the like"},
    {"cudaBindTexture*", "textures"},
    {"cudaIpc*", "memory shared between processes"},
    {"cudaImportExternalMemory", "external memory"},
    {"cudaGraphics*", "graphics interoperability"},
    {"cudaThreadSynchronize", "what CUDA 13 has removed: use cudaDeviceSynchronize instead"},
    {"cudaThreadExit", "what CUDA 13 has removed: use cudaDeviceReset instead"},
    {"__cluster_dims__", "thread block clusters"},
    {"this_cluster", "thread block clusters"},
    {"cluster_group", "thread block clusters"},
    {"__nvvm_*", "compiler intrinsics of NVVM"},
    {"cuInit", "the driver API"},
    {"cuLaunchKernel*", "the driver API"},
    {"cuModule*", "the driver API"},
    {"cuCtx*", "the driver API"},
    {"cuDevice*", "the driver API"},
    {"cuMem*", "the driver API and its virtual memory"},
    {"CUdeviceptr", "the driver API"},
    {"CUmodule", "the driver API"},
    {"CUfunction", "the driver API"},
    {"CURAND_RNG_QUASI*", "cuRAND's quasirandom generators"},
    {"curandDirectionVectors*", "cuRAND's quasirandom generators"},
    {"curandStateSobol*", "cuRAND's quasirandom generators"},
    {"curandStateScrambledSobol*", "cuRAND's quasirandom generators"},
    {"curandStateMtgp32*", "cuRAND's MTGP32 in kernels"},
    {"curandDiscreteDistribution_t", "cuRAND's discrete distributions"},
};

// Classes of CUB, and functions of those that exist.
constexpr entry kCub[] = {
    {"DeviceAdjacentDifference", "this algorithm of CUB"},
    {"DeviceCopy", "this algorithm of CUB"},
    {"DeviceFor::ForEachInExtents", "this algorithm of CUB"},
    {"DeviceHistogram::Multi*", "this algorithm of CUB"},
    {"DeviceMemcpy", "this algorithm of CUB"},
    {"DeviceMerge", "this algorithm of CUB"},
    {"DeviceMergeSort::SortKeysCopy", "this algorithm of CUB"},
    {"DeviceMergeSort::SortPairsCopy", "this algorithm of CUB"},
    {"DeviceMergeSort::StableSortKeysCopy", "this algorithm of CUB"},
    {"DeviceRunLengthEncode::NonTrivialRuns", "this algorithm of CUB"},
    {"DeviceScan::InclusiveScanInit", "this algorithm of CUB"},
    {"DeviceSegmentedReduce::Arg*", "this algorithm of CUB"},
    {"DeviceSelect::FlaggedIf", "this algorithm of CUB"},
    {"DeviceSpmv", "this algorithm of CUB"},
    {"DeviceTransform", "this algorithm of CUB"},
    {"BlockRadixRank*", "this primitive of CUB"},
    {"BlockRunLengthDecode", "this primitive of CUB"},
    {"WarpMergeSort", "this primitive of CUB"},
    {"WarpExchange", "this primitive of CUB"},
    {"WarpLoad", "this primitive of CUB"},
    {"WarpStore", "this primitive of CUB"},
    {"ArgIndexInputIterator", "CUB's iterators"},
    {"ConstantInputIterator", "CUB's iterators"},
    {"CountingInputIterator", "CUB's iterators"},
    {"DiscardOutputIterator", "CUB's iterators"},
    {"TransformInputIterator", "CUB's iterators"},
    {"TexObjInputIterator", "CUB's iterators"},
    {"LoadDirectWarpStriped", "this primitive of CUB"},
    {"StoreDirectWarpStriped", "this primitive of CUB"},
    {"Grid*", "CUB's grid mappings"},
};

// Parts of Thrust that programs use and simcu does not have (../tests/api/cub_thrust_13.txt).
constexpr std::string_view kThrust[] = {"binary_function",
                                        "complex",
                                        "device_delete",
                                        "device_execution_policy",
                                        "device_new",
                                        "make_tabulate_output_iterator",
                                        "ranlux24",
                                        "ranlux48",
                                        "set_difference_by_key",
                                        "set_intersection_by_key",
                                        "set_symmetric_difference_by_key",
                                        "set_union_by_key",
                                        "shuffle",
                                        "shuffle_copy",
                                        "tabulate_output_iterator",
                                        "taus88",
                                        "unary_function",
                                        "uninitialized_copy_n",
                                        "uninitialized_fill_n",
                                        "universal_vector"};

// The rest of the runtime API of CUDA 13 (../tests/api/runtime_api_13.txt).
constexpr std::string_view kFunctions[] = {
    "cudaArrayGetMemoryRequirements",
    "cudaArrayGetPlane",
    "cudaArrayGetSparseProperties",
    "cudaDestroyExternalMemory",
    "cudaDestroyExternalSemaphore",
    "cudaDeviceFlushGPUDirectRDMAWrites",
    "cudaDeviceGetGraphMemAttribute",
    "cudaDeviceGetHostAtomicCapabilities",
    "cudaDeviceGetNvSciSyncAttributes",
    "cudaDeviceGetP2PAtomicCapabilities",
    "cudaDeviceGetP2PAttribute",
    "cudaDeviceGetTexture1DLinearMaxWidth",
    "cudaDeviceRegisterAsyncNotification",
    "cudaDeviceSetGraphMemAttribute",
    "cudaDeviceUnregisterAsyncNotification",
    "cudaExternalMemoryGetMappedBuffer",
    "cudaExternalMemoryGetMappedMipmappedArray",
    "cudaFreeMipmappedArray",
    "cudaFuncGetName",
    "cudaFuncGetParamInfo",
    "cudaGetDriverEntryPoint",
    "cudaGetDriverEntryPointByVersion",
    "cudaGetExportTable",
    "cudaGetFuncBySymbol",
    "cudaGetKernel",
    "cudaGetMipmappedArrayLevel",
    "cudaGetSurfaceObjectResourceDesc",
    "cudaGetTextureObjectResourceViewDesc",
    "cudaGraphAddEventRecordNode",
    "cudaGraphAddEventWaitNode",
    "cudaGraphAddMemcpyNodeFromSymbol",
    "cudaGraphAddMemcpyNodeToSymbol",
    "cudaGraphChildGraphNodeGetGraph",
    "cudaGraphDestroyNode",
    "cudaGraphEventRecordNodeGetEvent",
    "cudaGraphEventRecordNodeSetEvent",
    "cudaGraphEventWaitNodeGetEvent",
    "cudaGraphEventWaitNodeSetEvent",
    "cudaGraphExecChildGraphNodeSetParams",
    "cudaGraphExecEventRecordNodeSetEvent",
    "cudaGraphExecEventWaitNodeSetEvent",
    "cudaGraphExecExternalSemaphoresSignalNodeSetParams",
    "cudaGraphExecExternalSemaphoresWaitNodeSetParams",
    "cudaGraphExecGetFlags",
    "cudaGraphExecHostNodeSetParams",
    "cudaGraphExecMemcpyNodeSetParams",
    "cudaGraphExecMemcpyNodeSetParamsFromSymbol",
    "cudaGraphExecMemcpyNodeSetParamsToSymbol",
    "cudaGraphExecMemsetNodeSetParams",
    "cudaGraphExecNodeSetParams",
    "cudaGraphExternalSemaphoresSignalNodeGetParams",
    "cudaGraphExternalSemaphoresSignalNodeSetParams",
    "cudaGraphExternalSemaphoresWaitNodeGetParams",
    "cudaGraphExternalSemaphoresWaitNodeSetParams",
    "cudaGraphGetEdges",
    "cudaGraphHostNodeGetParams",
    "cudaGraphHostNodeSetParams",
    "cudaGraphInstantiateWithParams",
    "cudaGraphKernelNodeCopyAttributes",
    "cudaGraphKernelNodeGetAttribute",
    "cudaGraphKernelNodeGetParams",
    "cudaGraphKernelNodeSetAttribute",
    "cudaGraphMemAllocNodeGetParams",
    "cudaGraphMemFreeNodeGetParams",
    "cudaGraphMemcpyNodeGetParams",
    "cudaGraphMemcpyNodeSetParams",
    "cudaGraphMemcpyNodeSetParams1D",
    "cudaGraphMemcpyNodeSetParamsFromSymbol",
    "cudaGraphMemcpyNodeSetParamsToSymbol",
    "cudaGraphMemsetNodeGetParams",
    "cudaGraphMemsetNodeSetParams",
    "cudaGraphNodeFindInClone",
    "cudaGraphNodeGetDependencies",
    "cudaGraphNodeGetDependentNodes",
    "cudaGraphNodeGetEnabled",
    "cudaGraphNodeSetEnabled",
    "cudaGraphNodeSetParams",
    "cudaGraphReleaseUserObject",
    "cudaGraphRemoveDependencies",
    "cudaGraphRetainUserObject",
    "cudaImportExternalSemaphore",
    "cudaKernelSetAttributeForDevice",
    "cudaLibraryEnumerateKernels",
    "cudaLibraryGetGlobal",
    "cudaLibraryGetKernel",
    "cudaLibraryGetKernelCount",
    "cudaLibraryGetManaged",
    "cudaLibraryGetUnifiedFunction",
    "cudaLibraryLoadData",
    "cudaLibraryLoadFromFile",
    "cudaLibraryUnload",
    "cudaLogsCurrent",
    "cudaLogsDumpToFile",
    "cudaLogsDumpToMemory",
    "cudaLogsRegisterCallback",
    "cudaLogsUnregisterCallback",
    "cudaMemDiscardAndPrefetchBatchAsync",
    "cudaMemDiscardBatchAsync",
    "cudaMemGetDefaultMemPool",
    "cudaMemGetMemPool",
    "cudaMemPoolExportPointer",
    "cudaMemPoolExportToShareableHandle",
    "cudaMemPoolGetAccess",
    "cudaMemPoolImportFromShareableHandle",
    "cudaMemPoolImportPointer",
    "cudaMemPrefetchBatchAsync",
    "cudaMemRangeGetAttribute",
    "cudaMemRangeGetAttributes",
    "cudaMemSetMemPool",
    "cudaMemcpy2DArrayToArray",
    "cudaMemcpy3DBatchAsync",
    "cudaMemcpy3DPeer",
    "cudaMemcpy3DPeerAsync",
    "cudaMemcpyArrayToArray",
    "cudaMemcpyBatchAsync",
    "cudaMemcpyFromArrayAsync",
    "cudaMemcpyToArrayAsync",
    "cudaMipmappedArrayGetMemoryRequirements",
    "cudaMipmappedArrayGetSparseProperties",
    "cudaOccupancyMaxActiveClusters",
    "cudaOccupancyMaxPotentialClusterSize",
    "cudaSignalExternalSemaphoresAsync",
    "cudaStreamBeginCaptureToGraph",
    "cudaStreamGetCaptureInfo",
    "cudaStreamUpdateCaptureDependencies",
    "cudaUserObjectCreate",
    "cudaUserObjectRelease",
    "cudaUserObjectRetain",
    "cudaWaitExternalSemaphoresAsync",
};

constexpr entry kHeaders[] = {
    {"thrust/*", "this part of Thrust"},
    {"cub/*", "this part of CUB"},
    {"cuda/*", "this part of libcu++ (cuda::)"},
    {"nv/target", "libcu++ (nv::target)"},
    {"cuda_fp8*", "8-bit floating point"},
    {"curand_mtgp32*", "cuRAND's MTGP32 in kernels"},
    {"curand*", "this part of cuRAND"},
    {"cublas*", "cuBLAS"},
    {"cufft*", "cuFFT"},
    {"cusparse*", "cuSPARSE"},
    {"cusolver*", "cuSOLVER"},
    {"cudnn*", "cuDNN"},
    {"nccl*", "NCCL"},
    {"nvrtc*", "NVRTC"},
    {"cutlass/*", "CUTLASS"},
    {"cute/*", "CUTLASS"},
    {"cuda_gl_interop.h", "graphics interoperability"},
    {"helper_*", "the helper headers of NVIDIA's samples"},
    {"nvml.h", "NVML"},
    {"windows.h", "programs for Windows"},
    {"Windows.h", "programs for Windows"},
    {"conio.h", "programs for Windows"},
    {"cuda*", "this part of the CUDA Toolkit"},
};

constexpr entry kLibraries[] = {
    {"cublas*", "cuBLAS"},     {"cufft*", "cuFFT"}, {"cusparse*", "cuSPARSE"},
    {"cusolver*", "cuSOLVER"}, {"cudnn*", "cuDNN"}, {"nccl*", "NCCL"},
    {"nvrtc*", "NVRTC"},       {"npp*", "NPP"},     {"nvjpeg*", "nvJPEG"},
};

bool matches(std::string_view pattern, std::string_view name) {
  if (pattern.back() != '*') return pattern == name;
  pattern.remove_suffix(1);
  return name.substr(0, pattern.size()) == pattern;
}

template <std::size_t N>
std::string find(const entry (&table)[N], std::string_view name, const std::string& shown) {
  for (const entry& e : table)
    if (matches(e.name, name)) return "simcu does not support " + std::string(e.what) + " (" + shown + ")";
  return "";
}

}  // namespace

std::string why_word_is_unsupported(std::string_view word) {
  if (word.size() < 4) return "";
  const std::string_view two = word.substr(0, 2);  // all names in the table start with one of these
  if (two != "te" && two != "su" && two != "cu" && two != "CU" && two != "__" && two != "th" && two != "cl" &&
      two != "me" && two != "bl")
    return "";
  const std::string why = find(kWords, word, std::string(word));
  const bool in_the_rest = std::binary_search(std::begin(kFunctions), std::end(kFunctions), word);
  return why.empty() && in_the_rest
             ? "simcu does not support this function of CUDA's runtime API (" + std::string(word) + ")"
             : why;
}

std::string why_cub_is_unsupported(std::string_view name) {
  return find(kCub, name, "cub::" + std::string(name));
}

std::string why_thrust_is_unsupported(std::string_view name) {
  if (name == "unary_function" || name == "binary_function")
    return "CUDA 13 has removed thrust::" + std::string(name) +
           ": leave this base class out (thrust::plus and the like need none)";
  if (std::find(std::begin(kThrust), std::end(kThrust), name) == std::end(kThrust)) return "";
  return "simcu does not support this part of Thrust (thrust::" + std::string(name) + ")";
}

std::string why_header_is_unsupported(std::string_view header) {
  return find(kHeaders, header, "#include <" + std::string(header) + ">");
}

std::string why_library_is_unsupported(std::string_view library) {
  return find(kLibraries, library, "-l" + std::string(library));
}

}  // namespace simcu_driver
