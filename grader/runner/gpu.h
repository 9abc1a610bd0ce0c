// SPDX-License-Identifier: Apache-2.0
// Asks CUDA whether device 0 exists, can create a context, and can run a kernel of this program.
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <string>

namespace runner {

struct gpu_answer {
  std::string name;
  int capability = 0;               // 75 for compute capability 7.5
  std::size_t shared_of_block = 0;  // bytes
  std::size_t memory = 0;           // bytes
  std::string why_not;              // reason and remedy, without a full stop; "" if the device can be used
};

namespace gpu_detail {

// By number, because older toolkits lack some names.
struct cause {
  int error;
  const char* says;
};
constexpr cause kNoLibrary = {35, "the loader finds no libcuda.so.1, the library of NVIDIA's driver"};
constexpr cause kCauses[] = {
    {34,
     "the loader finds the toolkit's stub of libcuda instead of the driver's library; remove the folder `stubs` from LD_LIBRARY_PATH"},
    {35, "the driver is too old for this toolkit; a newer driver or an older toolkit fixes it"},
    {100,
     "the driver shows no GPU; CUDA_VISIBLE_DEVICES hides it, its MIG mode has no instance, or this container has no access to it"},
    {209, "this toolkit compiled no code for this GPU; use another toolkit or another WORKBOOK_CUDA_ARCH"},
    {222, "the driver is too old for this toolkit's PTX; a newer driver or an older toolkit fixes it"},
};

inline std::string version(int number) {
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

inline std::string why_not(cudaError_t error) {
  int driver = 0;
  if (cudaDriverGetVersion(&driver) != cudaSuccess) driver = 0;
  std::string text = cudaGetErrorString(error);
  for (const cause& known : kCauses)
    if (known.error == error)
      text = known.error == kNoLibrary.error && driver == 0 ? kNoLibrary.says : known.says;
  return text + " (" + cudaGetErrorName(error) + "; " +
         (driver == 0 ? "no driver is loaded" : "the driver is for CUDA " + version(driver)) +
         ", the toolkit is CUDA " + version(CUDART_VERSION) + ")";
}

static __global__ void nothing_kernel() {}

inline cudaError_t run_a_kernel() {
  const cudaError_t launched =
      cudaLaunchKernel(reinterpret_cast<const void*>(nothing_kernel), dim3(1), dim3(1), nullptr, 0, nullptr);
  return launched == cudaSuccess ? cudaDeviceSynchronize() : launched;
}

}  // namespace gpu_detail

// Selects device 0 and creates its context. Never throws.
inline gpu_answer ask_gpu() {
  gpu_answer answer;
  int count = 0;
  cudaDeviceProp properties{};
  cudaError_t error = cudaGetDeviceCount(&count);
  if (error == cudaSuccess && count == 0) error = cudaErrorNoDevice;
  if (error == cudaSuccess) error = cudaSetDevice(0);
  if (error == cudaSuccess) error = cudaFree(nullptr);
  if (error == cudaSuccess) error = cudaGetDeviceProperties(&properties, 0);
#ifndef __SIMCU__  // an extra kernel would change the simulated device's counts
  if (error == cudaSuccess) error = gpu_detail::run_a_kernel();
#endif
  answer.name = properties.name;
  answer.capability = properties.major * 10 + properties.minor;
  answer.shared_of_block = properties.sharedMemPerBlockOptin;
  answer.memory = properties.totalGlobalMem;
  if (error != cudaSuccess) answer.why_not = gpu_detail::why_not(error);
  return answer;
}

}  // namespace runner
