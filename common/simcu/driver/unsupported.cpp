// SPDX-License-Identifier: Apache-2.0
// The tables. A name that ends in `*` stands for all names with that start.
#include "unsupported.h"

namespace simcu_driver {
namespace {

struct entry {
  std::string_view name;
  std::string_view what;
};

constexpr entry kWords[] = {
    {"tex1D*", "textures"},
    {"tex2D*", "textures"},
    {"tex3D*", "textures"},
    {"texCubemap*", "textures"},
    {"cudaTextureObject_t", "textures"},
    {"cudaCreateTextureObject", "textures"},
    {"cudaBindTexture*", "textures"},
    {"cudaTextureDesc", "textures"},
    {"cudaResourceDesc", "textures"},
    {"cudaReadModeElementType", "textures"},
    {"surf1D*", "surfaces"},
    {"surf2D*", "surfaces"},
    {"surf3D*", "surfaces"},
    {"cudaSurfaceObject_t", "surfaces"},
    {"cudaCreateSurfaceObject", "surfaces"},
    {"cudaArray_t", "CUDA arrays"},
    {"cudaMallocArray", "CUDA arrays"},
    {"cudaMalloc3DArray", "CUDA arrays"},
    {"cudaMemcpyToArray*", "CUDA arrays"},
    {"cudaMemcpy2DToArray*", "CUDA arrays"},
    {"cudaMemcpy3D*", "3-D copies"},
    {"cudaMalloc3D", "3-D allocations"},
    {"cudaMemset3D*", "3-D fills"},
    {"cudaGraph*", "CUDA graphs"},
    {"cudaStreamBeginCapture", "CUDA graphs"},
    {"cudaStreamEndCapture", "CUDA graphs"},
    {"cudaIpc*", "memory shared between processes"},
    {"cudaImportExternalMemory", "external memory"},
    {"cudaGraphics*", "graphics interoperability"},
    {"cudaLaunchKernelEx*", "extended launch attributes"},
    {"cudaLaunchConfig_t", "extended launch attributes"},
    {"cudaThreadSynchronize", "what CUDA 13 has removed: use cudaDeviceSynchronize instead"},
    {"cudaThreadExit", "what CUDA 13 has removed: use cudaDeviceReset instead"},
    {"__cluster_dims__", "thread block clusters"},
    {"this_cluster", "thread block clusters"},
    {"cluster_group", "thread block clusters"},
    {"wmma", "tensor cores (wmma)"},
    {"__half", "half precision"},
    {"__half2", "half precision"},
    {"__float2half*", "half precision"},
    {"__half2float", "half precision"},
    {"__nv_bfloat16*", "bfloat16"},
    {"__pipeline_*", "asynchronous copies to shared memory"},
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
};

constexpr entry kHeaders[] = {
    {"thrust/*", "Thrust"},
    {"cub/*", "CUB"},
    {"cuda/*", "libcu++ (cuda::)"},
    {"nv/target", "libcu++ (nv::target)"},
    {"cuda_fp16*", "half precision"},
    {"cuda_bf16*", "bfloat16"},
    {"cuda_fp8*", "8-bit floating point"},
    {"mma.h", "tensor cores (wmma)"},
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
    {"cuda_pipeline*", "asynchronous copies to shared memory"},
    {"cuda_texture_types.h", "textures"},
    {"texture_*", "textures"},
    {"surface_*", "surfaces"},
    {"cuda_gl_interop.h", "graphics interoperability"},
    {"helper_*", "the helper headers of NVIDIA's samples"},
    {"nvml.h", "NVML"},
    {"cuda*", "this part of the CUDA Toolkit"},
};

constexpr entry kLibraries[] = {
    {"cublas*", "cuBLAS"},     {"curand*", "cuRAND"}, {"cufft*", "cuFFT"}, {"cusparse*", "cuSPARSE"},
    {"cusolver*", "cuSOLVER"}, {"cudnn*", "cuDNN"},   {"nccl*", "NCCL"},   {"nvrtc*", "NVRTC"},
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
      two != "wm" && two != "me")
    return "";
  return find(kWords, word, std::string(word));
}

std::string why_header_is_unsupported(std::string_view header) {
  return find(kHeaders, header, "#include <" + std::string(header) + ">");
}

std::string why_library_is_unsupported(std::string_view library) {
  return find(kLibraries, library, "-l" + std::string(library));
}

}  // namespace simcu_driver
