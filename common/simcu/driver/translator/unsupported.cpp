// SPDX-License-Identifier: Apache-2.0
// The tables. A name that ends in `*` matches all names with that start.
#include "unsupported.h"

namespace simcu_driver {
namespace {

struct entry {
  std::string_view name;
  std::string_view what;
};

constexpr std::string_view kTextures = "textures, surfaces and arrays", kPools = "memory pools",
                           kGraphs = "graphs and stream capture", kSimd = "SIMD within a word",
                           kRest = "this function of CUDA's runtime API";

constexpr entry kWords[] = {
    {"tex1D*", kTextures},
    {"tex2D*", kTextures},
    {"tex3D*", kTextures},
    {"texCubemap*", kTextures},
    {"surf1D*", kTextures},
    {"surf2D*", kTextures},
    {"surf3D*", kTextures},
    {"cudaArray*", kTextures},
    {"cudaBindTexture*", kTextures},
    {"cudaChannelFormat*", kTextures},
    {"cudaCreateChannelDesc", kTextures},
    {"cudaCreateSurface*", kTextures},
    {"cudaCreateTexture*", kTextures},
    {"cudaDestroySurface*", kTextures},
    {"cudaDestroyTexture*", kTextures},
    {"cudaDeviceGetTexture*", kTextures},
    {"cudaFreeArray", kTextures},
    {"cudaFreeMipmappedArray", kTextures},
    {"cudaGetChannelDesc", kTextures},
    {"cudaGetMipmapped*", kTextures},
    {"cudaGetSurface*", kTextures},
    {"cudaGetTexture*", kTextures},
    {"cudaMalloc3D*", "3-D memory: cudaMallocPitch has rows"},
    {"cudaMallocArray", kTextures},
    {"cudaMallocMipmappedArray", kTextures},
    {"cudaMemcpy2DArray*", kTextures},
    {"cudaMemcpy2DFromArray*", kTextures},
    {"cudaMemcpy2DToArray*", kTextures},
    {"cudaMemcpy3D*", "3-D copies: copy plane by plane with cudaMemcpy2D"},
    {"cudaMemcpyArray*", kTextures},
    {"cudaMemcpyFromArray*", kTextures},
    {"cudaMemcpyToArray*", kTextures},
    {"cudaMemset3D*", "3-D fills: fill plane by plane with cudaMemset2D"},
    {"cudaMipmapped*", kTextures},
    {"cudaSurfaceObject_t", kTextures},
    {"cudaTexture*", kTextures},
    {"cudaDeviceGetDefaultMemPool", kPools},
    {"cudaDeviceGetMemPool", kPools},
    {"cudaDeviceSetMemPool", kPools},
    {"cudaMallocFromPoolAsync", kPools},
    {"cudaMemGetDefaultMemPool", kPools},
    {"cudaMemGetMemPool", kPools},
    {"cudaMemPool*", kPools},
    {"cudaMemSetMemPool", kPools},
    {"cudaDeviceGetGraphMemAttribute", kGraphs},
    {"cudaDeviceGraphMemTrim", kGraphs},
    {"cudaDeviceSetGraphMemAttribute", kGraphs},
    {"cudaGraphics*", "graphics interoperability"},
    {"cudaGraph*", kGraphs},
    {"cudaStreamBeginCapture*", kGraphs},
    {"cudaStreamCapture*", kGraphs},
    {"cudaStreamEndCapture", kGraphs},
    {"cudaStreamGetCaptureInfo", kGraphs},
    {"cudaStreamIsCapturing", kGraphs},
    {"cudaStreamUpdateCapture*", kGraphs},
    {"cudaThreadExchangeStreamCaptureMode", kGraphs},
    {"cudaUserObject*", kGraphs},
    {"cudaCtxResetPersistingL2Cache", "attributes of streams"},
    {"cudaStreamCopyAttributes", "attributes of streams"},
    {"cudaStreamGetAttribute", "attributes of streams"},
    {"cudaStreamSetAttribute", "attributes of streams"},
    {"cudaIpc*", "memory shared between processes"},
    {"cudaImportExternal*", "memory of other systems"},
    {"cudaExternalMemory*", "memory of other systems"},
    {"cudaDestroyExternal*", "memory of other systems"},
    {"cudaSignalExternal*", "memory of other systems"},
    {"cudaWaitExternal*", "memory of other systems"},
    {"cudaThreadSynchronize", "what CUDA 13 has removed: use cudaDeviceSynchronize instead"},
    {"cudaThreadExit", "what CUDA 13 has removed: use cudaDeviceReset instead"},
    {"__cluster_dims__", "thread block clusters"},
    {"this_cluster", "thread block clusters"},
    {"cluster_group", "thread block clusters"},
    {"cudaOccupancyMaxActiveClusters", "thread block clusters"},
    {"cudaOccupancyMaxPotentialClusterSize", "thread block clusters"},
    {"__vi*", "DPX"},
    {"__vabs*", kSimd},
    {"__vadd*", kSimd},
    {"__vavg*", kSimd},
    {"__vcmp*", kSimd},
    {"__vhadd*", kSimd},
    {"__vmax*", kSimd},
    {"__vmin*", kSimd},
    {"__vneg*", kSimd},
    {"__vsad*", kSimd},
    {"__vset*", kSimd},
    {"__vsub*", kSimd},
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
    // The rest of the runtime API of CUDA 13 (../tests/api/runtime_api_13.txt).
    {"cudaDevAttrMaxSurface*", kTextures},
    {"cudaDevAttrMaxTexture*", kTextures},
    {"cudaDeviceFlushGPUDirectRDMAWrites", kRest},
    {"cudaDeviceGetByPCIBusId", kRest},
    {"cudaDeviceGetCacheConfig", kRest},
    {"cudaDeviceGetHostAtomicCapabilities", kRest},
    {"cudaDeviceGetNvSciSyncAttributes", kRest},
    {"cudaDeviceGetP2P*", kRest},
    {"cudaDeviceGetPCIBusId", kRest},
    {"cudaDeviceGetSharedMemConfig", kRest},
    {"cudaDeviceRegisterAsyncNotification", kRest},
    {"cudaDeviceSetSharedMemConfig", kRest},
    {"cudaDeviceUnregisterAsyncNotification", kRest},
    {"cudaFuncGetName", kRest},
    {"cudaFuncGetParamInfo", kRest},
    {"cudaFuncSetSharedMemConfig", kRest},
    {"cudaGetDeviceFlags", kRest},
    {"cudaGetDriverEntryPoint*", kRest},
    {"cudaGetExportTable", kRest},
    {"cudaGetFuncBySymbol", kRest},
    {"cudaGetKernel", kRest},
    {"cudaHostGetFlags", kRest},
    {"cudaInitDevice", kRest},
    {"cudaKernelSetAttributeForDevice", kRest},
    {"cudaLibrary*", kRest},
    {"cudaLogs*", kRest},
    {"cudaMemDiscard*", kRest},
    {"cudaMemPrefetchBatchAsync", kRest},
    {"cudaMemRangeGet*", kRest},
    {"cudaMemcpyBatchAsync", kRest},
    {"cudaOccupancyAvailableDynamicSMemPerBlock", kRest},
    {"cudaSetValidDevices", kRest},
    {"cudaStreamAttachMemAsync", kRest},
    {"cudaStreamGetDevice", kRest},
    {"cudaStreamGetId", kRest},
};

// All that there is of CUB; a class with a colon has these functions only.
constexpr std::string_view kCub[] = {
    "BLOCK_*",
    "BlockExchange",
    "BlockLoad*",
    "BlockMergeSort",
    "BlockRadixSort",
    "BlockReduce*",
    "BlockScan*",
    "BlockStore*",
    "DeviceMergeSort",
    "DeviceMergeSort::SortKeys",
    "DeviceMergeSort::SortPairs",
    "DeviceMergeSort::StableSortKeys",
    "DeviceMergeSort::StableSortPairs",
    "DeviceRadixSort",
    "DeviceRadixSort::Sort*",
    "DeviceReduce",
    "DeviceReduce::Max",
    "DeviceReduce::Min",
    "DeviceReduce::Reduce",
    "DeviceReduce::Sum",
    "DeviceScan",
    "DeviceScan::ExclusiveScan",
    "DeviceScan::ExclusiveSum",
    "DeviceScan::InclusiveScan",
    "DeviceScan::InclusiveSum",
    "DoubleBuffer",
    "LaneId",
    "LoadDirectBlocked",
    "LoadDirectStriped",
    "Max",
    "Min",
    "NullType",
    "RowMajorTid",
    "StoreDirectBlocked",
    "StoreDirectStriped",
    "Sum",
    "WarpId",
    "WarpReduce",
    "WarpScan",
};

// Parts of Thrust that programs use and simcu does not have, each between two blanks.
constexpr std::string_view kThrust =
    " adjacent_difference all_of any_of binary_function complex cuda_memory_resource device_delete"
    " device_execution_policy device_memory_resource device_new device_ptr_memory_resource"
    " discard_iterator equal_range exclusive_scan_by_key fill_n find_if_not for_each_n gather_if"
    " generate_n get_global_resource inclusive_scan_by_key is_partitioned is_sorted_until"
    " make_discard_iterator make_permutation_iterator make_reverse_iterator make_tabulate_output_iterator"
    " make_transform_input_output_iterator make_transform_output_iterator make_zip_function merge"
    " merge_by_key minmax_element mismatch mr none_of normal_distribution not_fn partition partition_copy"
    " partition_point permutation_iterator placeholders project1st project2nd ranlux24 ranlux48"
    " remove_copy remove_copy_if replace replace_copy replace_copy_if replace_if reverse reverse_copy"
    " reverse_iterator scatter_if set_difference set_difference_by_key set_intersection"
    " set_intersection_by_key set_symmetric_difference set_symmetric_difference_by_key set_union"
    " set_union_by_key shuffle shuffle_copy square stable_partition stable_partition_copy swap_ranges"
    " tabulate tabulate_output_iterator taus88 transform_exclusive_scan transform_if"
    " transform_inclusive_scan transform_input_output_iterator transform_output_iterator unary_function"
    " unary_negate uninitialized_copy uninitialized_copy_n uninitialized_fill uninitialized_fill_n"
    " unique_by_key unique_by_key_copy unique_copy unique_count universal_vector zip_function ";

constexpr entry kHeaders[] = {
    {"thrust/*", "this part of Thrust"},
    {"cub/*", "this part of CUB"},
    {"cuda/*", "this part of libcu++ (cuda::)"},
    {"nv/target", "libcu++ (nv::target)"},
    {"cuda_fp*", "half precision and 8-bit floating point"},
    {"cuda_bf16*", "bfloat16"},
    {"mma.h", "tensor cores (nvcuda::wmma)"},
    {"cuda_pipeline*", "asynchronous copies into shared memory"},
    {"cooperative_groups/memcpy_async.h", "asynchronous copies into shared memory"},
    {"curand*", "cuRAND"},
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
    {"cublas*", "cuBLAS"},     {"cufft*", "cuFFT"},   {"curand*", "cuRAND"}, {"cusparse*", "cuSPARSE"},
    {"cusolver*", "cuSOLVER"}, {"cudnn*", "cuDNN"},   {"nccl*", "NCCL"},     {"nvrtc*", "NVRTC"},
    {"npp*", "NPP"},           {"nvjpeg*", "nvJPEG"},
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
  return find(kWords, word, std::string(word));
}

std::string why_cub_is_unsupported(std::string_view name) {
  if (std::any_of(std::begin(kCub), std::end(kCub),
                  [&](std::string_view have) { return matches(have, name); }))
    return "";
  return "simcu does not support this part of CUB (cub::" + std::string(name) + ")";
}

std::string why_thrust_is_unsupported(std::string_view name) {
  if (name == "unary_function" || name == "binary_function")
    return "CUDA 13 has removed thrust::" + std::string(name) +
           ": leave this base class out (thrust::plus and the like need none)";
  if (kThrust.find(" " + std::string(name) + " ") == std::string_view::npos) return "";
  return "simcu does not support this part of Thrust (thrust::" + std::string(name) + ")";
}

std::string why_header_is_unsupported(std::string_view header) {
  return find(kHeaders, header, "#include <" + std::string(header) + ">");
}

std::string why_library_is_unsupported(std::string_view library) {
  return find(kLibraries, library, "-l" + std::string(library));
}

}  // namespace simcu_driver
