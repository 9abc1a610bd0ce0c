// SPDX-License-Identifier: Apache-2.0
// A name that ends in `*` stands for all names with that prefix.
#include "unsupported.h"

#include <algorithm>

#include "word_list.h"

namespace simcu_driver {
namespace {

struct entry {
  std::string_view what;
  std::vector<std::string_view> names;
  entry(std::string_view what, std::string_view text) : what(what), names(translator::words_of(text)) {}
};

const entry kWords[] = {
    {"textures, surfaces and arrays",
     "tex1D* tex2D* tex3D* texCubemap* surf1D* surf2D* surf3D* cudaArray* cudaBindTexture* "
     "cudaChannelFormat* cudaCreateChannelDesc cudaCreateSurface* cudaCreateTexture* cudaDestroySurface* "
     "cudaDestroyTexture* cudaDeviceGetTexture* cudaFreeArray cudaFreeMipmappedArray cudaGetChannelDesc "
     "cudaGetMipmapped* cudaGetSurface* cudaGetTexture* cudaMallocArray cudaMallocMipmappedArray "
     "cudaMemcpy2DArray* cudaMemcpy2DFromArray* cudaMemcpy2DToArray* cudaMemcpyArray* cudaMemcpyFromArray* "
     "cudaMemcpyToArray* cudaMipmapped* cudaSurfaceObject_t cudaTexture* cudaDevAttrMaxSurface* "
     "cudaDevAttrMaxTexture*"},
    {"3-D memory: cudaMallocPitch allocates rows", "cudaMalloc3D*"},
    {"3-D copies: copy plane by plane with cudaMemcpy2D", "cudaMemcpy3D*"},
    {"3-D fills: fill plane by plane with cudaMemset2D", "cudaMemset3D*"},
    {"memory pools",
     "cudaDeviceGetDefaultMemPool cudaDeviceGetMemPool cudaDeviceSetMemPool cudaMallocFromPoolAsync "
     "cudaMemGetDefaultMemPool cudaMemGetMemPool cudaMemPool* cudaMemSetMemPool"},
    {"graphics interoperability", "cudaGraphics*"},
    {"graphs and stream capture",
     "cudaDeviceGetGraphMemAttribute cudaDeviceGraphMemTrim cudaDeviceSetGraphMemAttribute cudaGraph* "
     "cudaStreamBeginCapture* cudaStreamCapture* cudaStreamEndCapture cudaStreamGetCaptureInfo "
     "cudaStreamIsCapturing cudaStreamUpdateCapture* cudaThreadExchangeStreamCaptureMode cudaUserObject*"},
    {"stream attributes",
     "cudaCtxResetPersistingL2Cache cudaStreamCopyAttributes cudaStreamGetAttribute cudaStreamSetAttribute"},
    {"memory shared between processes", "cudaIpc*"},
    {"external memory and semaphores",
     "cudaImportExternal* cudaExternalMemory* cudaDestroyExternal* cudaSignalExternal* cudaWaitExternal*"},
    {"functions that CUDA 13 has removed: use cudaDeviceSynchronize instead", "cudaThreadSynchronize"},
    {"functions that CUDA 13 has removed: use cudaDeviceReset instead", "cudaThreadExit"},
    {"callbacks with a status: use cudaLaunchHostFunc instead", "cudaStreamAddCallback cudaStreamCallback_t"},
    {"thread block clusters",
     "__cluster_dims__ this_cluster cluster_group cudaOccupancyMaxActiveClusters "
     "cudaOccupancyMaxPotentialClusterSize"},
    {"partitions of groups by a predicate or a label", "binary_partition labeled_partition"},
    {"cooperative_groups::invoke_one", "invoke_one*"},
    {"arithmetic that isn't rounded to nearest",
     "__fadd_rd __fadd_rz __fadd_ru __fsub_rd __fsub_rz __fsub_ru __fmul_rd __fmul_rz __fmul_ru "
     "__fdiv_rd __fdiv_rz __fdiv_ru __frcp_rd __frcp_rz __frcp_ru __fsqrt_rd __fsqrt_rz __fsqrt_ru "
     "__fmaf_rd __fmaf_rz __fmaf_ru __dadd_rd __dadd_rz __dadd_ru __dsub_rd __dsub_rz __dsub_ru "
     "__dmul_rd __dmul_rz __dmul_ru __ddiv_rd __ddiv_rz __ddiv_ru __drcp_rd __drcp_rz __drcp_ru "
     "__dsqrt_rd __dsqrt_rz __dsqrt_ru __fma_rd __fma_rz __fma_ru"},
    {"dot products, averages and sums of differences of integers",
     "__dp2a* __dp4a __hadd __rhadd __sad __uhadd __urhadd __usad"},
    {"address conversions", "__cvta_*"},
    {"this intrinsic", "__brkpt __isConstant __nv_bswap* __prof_trigger __uni_sync"},
    {"DPX", "__vi*"},
    {"SIMD within a word",
     "__vabs* __vadd* __vavg* __vcmp* __vhadd* __vmax* __vmin* __vneg* __vsad* __vset* __vsub*"},
    {"special functions of statistics and geometry",
     "cyl_bessel_* erfcinv* erfcx* erfinv* norm3d* norm4d* normcdf* rcbrt* rhypot* rnorm3d* rnorm4d*"},
    {"NVVM's compiler intrinsics", "__nvvm_*"},
    {"the driver API", "cuInit cuLaunchKernel* cuModule* cuCtx* cuDevice* CUdeviceptr CUmodule CUfunction"},
    {"the driver API and its virtual memory", "cuMem*"},
    {"this function of CUDA's runtime API",
     "cudaChooseDevice cudaDeviceFlushGPUDirectRDMAWrites cudaDeviceGetByPCIBusId cudaDeviceGetCacheConfig "
     "cudaDeviceGetHostAtomicCapabilities cudaDeviceGetNvSciSyncAttributes cudaDeviceGetP2P* "
     "cudaDeviceGetPCIBusId cudaDeviceGetSharedMemConfig cudaDeviceRegisterAsyncNotification "
     "cudaDeviceSetSharedMemConfig cudaDeviceUnregisterAsyncNotification cudaEventRecordWithFlags cudaFuncGetName "
     "cudaFuncGetParamInfo cudaFuncSetSharedMemConfig cudaGetDeviceFlags cudaGetDriverEntryPoint* "
     "cudaGetExportTable cudaGetFuncBySymbol cudaGetKernel cudaHostGetFlags cudaInitDevice "
     "cudaKernelSetAttributeForDevice cudaLaunchKernelExC cudaLibrary* cudaLogs* cudaMemDiscard* cudaMemPrefetchBatchAsync "
     "cudaMemRangeGet* cudaMemcpyBatchAsync cudaOccupancyAvailableDynamicSMemPerBlock "
     "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags cudaOccupancyMaxPotentialBlockSizeVariableSMem* "
     "cudaOccupancyMaxPotentialBlockSizeWithFlags cudaSetValidDevices "
     "cudaStreamAttachMemAsync cudaStreamGetDevice cudaStreamGetId"},
};

// The parts of CUB that simcu has. If a class is also listed with `::`, simcu has only the listed functions
// of it.
const std::vector<std::string_view> kCub = translator::words_of(
    "BLOCK_* BlockExchange BlockLoad* BlockMergeSort BlockRadixSort BlockReduce* BlockScan* BlockStore* "
    "DeviceMergeSort DeviceMergeSort::SortKeys DeviceMergeSort::SortPairs "
    "DeviceMergeSort::StableSortKeys DeviceMergeSort::StableSortPairs DeviceRadixSort "
    "DeviceRadixSort::Sort* DeviceReduce DeviceReduce::Max DeviceReduce::Min DeviceReduce::Reduce "
    "DeviceReduce::Sum DeviceScan DeviceScan::ExclusiveScan DeviceScan::ExclusiveSum "
    "DeviceScan::InclusiveScan DeviceScan::InclusiveSum DoubleBuffer LaneId LoadDirectBlocked "
    "LoadDirectStriped Max Min NullType RowMajorTid StoreDirectBlocked StoreDirectStriped Sum WarpId "
    "WarpReduce WarpScan");

const translator::word_list kThrust(
    "adjacent_difference all_of any_of binary_function complex cuda_memory_resource device_delete"
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
    " unique_by_key unique_by_key_copy unique_copy unique_count universal_vector zip_function");

const entry kHeaders[] = {
    {"this part of Thrust", "thrust/*"},
    {"this part of CUB", "cub/*"},
    {"this part of libcu++ (cuda::)", "cuda/*"},
    {"libcu++ (nv::target)", "nv/target"},
    {"half precision and 8-bit floating point", "cuda_fp*"},
    {"bfloat16", "cuda_bf16*"},
    {"tensor cores (nvcuda::wmma)", "mma.h"},
    {"asynchronous copies into shared memory", "cuda_pipeline* cooperative_groups/memcpy_async.h"},
    {"scans of cooperative groups", "cooperative_groups/scan.h"},
    {"cuRAND", "curand*"},
    {"cuBLAS", "cublas*"},
    {"cuFFT", "cufft*"},
    {"cuSPARSE", "cusparse*"},
    {"cuSOLVER", "cusolver*"},
    {"cuDNN", "cudnn*"},
    {"NCCL", "nccl*"},
    {"NVRTC", "nvrtc*"},
    {"CUTLASS", "cutlass/* cute/*"},
    {"graphics interoperability", "cuda_gl_interop.h"},
    {"the helper headers of NVIDIA's samples", "helper_*"},
    {"NVML", "nvml.h"},
    {"programs for Windows", "windows.h Windows.h conio.h"},
    {"this part of the CUDA Toolkit",
     "builtin_types.h channel_descriptor.h common_functions.h crt/* cuda* device_* driver_functions.h "
     "host_config.h library_types.h math_functions.h nvToolsExt.h nvtx3/* sm_*"},
};

const entry kLibraries[] = {
    {"cuBLAS", "cublas*"},     {"cuFFT", "cufft*"},   {"cuRAND", "curand*"}, {"cuSPARSE", "cusparse*"},
    {"cuSOLVER", "cusolver*"}, {"cuDNN", "cudnn*"},   {"NCCL", "nccl*"},     {"NVRTC", "nvrtc*"},
    {"NPP", "npp*"},           {"nvJPEG", "nvjpeg*"},
};

bool matches(std::string_view pattern, std::string_view name) {
  if (pattern.back() != '*') return pattern == name;
  pattern.remove_suffix(1);
  return name.substr(0, pattern.size()) == pattern;
}

template <std::size_t N>
std::string find(const entry (&table)[N], std::string_view name, const std::string& shown) {
  for (const entry& e : table)
    for (const std::string_view pattern : e.names)
      if (matches(pattern, name)) return "simcu does not support " + std::string(e.what) + " (" + shown + ")";
  return "";
}

}  // namespace

std::string why_word_is_unsupported(std::string_view word) {
  if (word.size() < 4) return "";
  const std::string_view two = word.substr(0, 2);  // all names in the table start with one of these
  if (two != "te" && two != "su" && two != "cu" && two != "CU" && two != "__" && two != "th" && two != "cl" &&
      two != "me" && two != "bi" && two != "la" && two != "in" && two != "bl" && two != "cy" && two != "er" &&
      two != "no" && two != "rc" && two != "rh" && two != "rn")
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
  if (!kThrust.has(name)) return "";
  return "simcu does not support this part of Thrust (thrust::" + std::string(name) + ")";
}

std::string why_header_is_unsupported(std::string_view header) {
  return find(kHeaders, header, "#include <" + std::string(header) + ">");
}

std::string why_library_is_unsupported(std::string_view library) {
  return find(kLibraries, library, "-l" + std::string(library));
}

}  // namespace simcu_driver
