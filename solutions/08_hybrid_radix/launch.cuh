// SPDX-License-Identifier: Apache-2.0
// Properties of the device, and launches that overlap: on sm_90, a kernel's blocks can start while the last
// blocks of the previous kernel are still running (programmatic dependent launch).
#pragma once
#include <cuda_runtime.h>

#include <cstddef>

#include "lab/cuda_check.h"

namespace hybrid {

// `wanted` blocks per multiprocessor, or as many as its threads allow. ptxas would ignore a larger number,
// with a warning.
__host__ __device__ constexpr int blocks_that_fit(int threads, int wanted) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 750
  constexpr int most_threads = 1024;
#elif defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ > 800 && __CUDA_ARCH__ < 900) || __CUDA_ARCH__ >= 1100)
  constexpr int most_threads = 1536;
#else
  constexpr int most_threads = 2048;
#endif
  return threads * wanted <= most_threads ? wanted : most_threads / threads;
}

// The kernels of a sort call this before they use global memory. The next kernel's blocks can then start once
// all of this kernel's have started, and this kernel waits until the previous one has ended and its writes
// are visible. Without overlap, it does nothing.
__device__ inline void wait_for_earlier_kernels() {
#if !defined(__SIMCU__) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  // cudaTriggerProgrammaticLaunchCompletion() and cudaGridDependencySynchronize(), which CUDA 11.8 offers
  // only as PTX.
  asm volatile("griddepcontrol.launch_dependents;");
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// The properties of the current device that the sorts need, and the stream for their launches.
struct device_facts {
  unsigned multiprocessors;
  std::size_t block_bytes;  // of shared memory that a block can have
  bool overlap;             // whether its kernels were compiled for overlapping launches
  cudaStream_t stream = nullptr;
};

// The phase callback of a sort whose caller doesn't time the phases.
struct no_phases {
  void operator()(const char*) const {}
};

// Compiled with the same options as the other kernels. All kernels are templates or static, so that several
// files of a program can include this header.
template <class = void>
__global__ void nothing_kernel() {}

inline device_facts facts_of_this_device() {
  const auto attribute = [](cudaDeviceAttr which) {
    int device = 0, value = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&value, which, device));
    return value;
  };
  device_facts facts{static_cast<unsigned>(attribute(cudaDevAttrMultiProcessorCount)),
                     static_cast<std::size_t>(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin)), false};
#ifndef __SIMCU__
  cudaFuncAttributes code{};
  CUDA_CHECK(cudaFuncGetAttributes(&code, nothing_kernel<>));
  facts.overlap = attribute(cudaDevAttrComputeCapabilityMajor) >= 9 && code.ptxVersion >= 90;
#endif
  return facts;
}

// Lets blocks of `kernel` have `bytes` of dynamic shared memory, if the device has that much.
template <class Kernel>
void allow(const device_facts& device, Kernel* kernel, std::size_t bytes) {
  if (bytes <= device.block_bytes)
    CUDA_CHECK(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
}

// kernel<<<blocks, threads, bytes, device.stream>>>(arguments...), overlapping with the launch before it if
// the device supports that.
template <class... Parameters, class... Arguments>
void launch(const device_facts& device, void (*kernel)(Parameters...), unsigned blocks, unsigned threads,
            std::size_t bytes, Arguments... arguments) {
#ifndef __SIMCU__
  if (device.overlap) {
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t shape{};
    shape.gridDim = dim3(blocks);
    shape.blockDim = dim3(threads);
    shape.dynamicSmemBytes = bytes;
    shape.stream = device.stream;
    shape.attrs = &attribute;
    shape.numAttrs = 1;
    CUDA_CHECK(cudaLaunchKernelEx(&shape, kernel, Parameters(arguments)...));
    return;
  }
#endif
  kernel<<<blocks, threads, bytes, device.stream>>>(arguments...);
}

// Calls launch(), then phase(name).
template <class Phase>
auto launcher(const device_facts& device, Phase phase) {
  return [&device, phase](const char* name, auto* kernel, unsigned blocks, int threads, std::size_t bytes,
                          auto... arguments) {
    launch(device, kernel, blocks, static_cast<unsigned>(threads), bytes, arguments...);
    phase(name);
  };
}

}  // namespace hybrid
