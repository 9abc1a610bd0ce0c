// SPDX-License-Identifier: Apache-2.0
// Describes the current device in source 002's format.
#pragma once
#include <cuda_runtime.h>

#include <string>

#include "lab/cuda_check.h"

namespace lab {

// Returns ten lines, with sizes in bytes. Throws cuda_error if there is no usable device.
inline std::string gpu_banner() {
  int device = 0;
  cudaDeviceProp p{};
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaGetDeviceProperties(&p, device));
  const auto number = [](auto value) { return std::to_string(value); };
  return "*****GPU info*****\n"
         "Name: " +
         std::string(p.name) + "\nCompute capability: " + number(p.major) + "." + number(p.minor) +
         "\nNum SMs: " + number(p.multiProcessorCount) +
         "\nMax num threads per SM: " + number(p.maxThreadsPerMultiProcessor) +
         "\nMax num warps per SM: " + number(p.maxThreadsPerMultiProcessor / p.warpSize) +
         "\nGMEM: " + number(p.totalGlobalMem) +
         " byte\nSMEM per SM: " + number(p.sharedMemPerMultiprocessor) +
         " byte\nSMEM per block: " + number(p.sharedMemPerBlock) + " byte\n*****\n";
}

}  // namespace lab
