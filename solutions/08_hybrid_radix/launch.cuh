// SPDX-License-Identifier: Apache-2.0
// The device, and launches that overlap: on sm_90 the blocks of a kernel may take their places while the last
// blocks of the kernel before are still at work (programmatic dependent launch).
#pragma once
#include <cuda_runtime.h>

#include <cstddef>

#include "lab/cuda_check.h"

namespace hybrid {

// `wanted` blocks on a multiprocessor, or as many as it has threads for: of more ptxas warns, and ignores it.
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

// Every kernel begins with it: the next kernel's blocks may come once all of this one's have begun, and this
// one waits until the kernel before it has ended and what it wrote can be seen. Without overlap: nothing.
__device__ inline void wait_for_earlier_kernels() {
#if !defined(__SIMCU__) && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  // cudaTriggerProgrammaticLaunchCompletion() and cudaGridDependencySynchronize(), which CUDA 11.8 has only
  // as PTX.
  asm volatile("griddepcontrol.launch_dependents;");
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// What the sorts ask about the current device, and in which stream they launch.
struct device_facts {
  unsigned multiprocessors;
  std::size_t block_bytes;  // of shared memory that a block can have
  bool overlap;             // whether its kernels were compiled for launches that overlap
  cudaStream_t stream = nullptr;
};

// What a sort calls with the name of what it has launched, if nobody else wants to know.
struct no_phases {
  void operator()(const char*) const {}
};

// Compiled like all the others. All kernels are templates, so that several files of a program can have them.
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

// Lets blocks of `kernel` have so much dynamic shared memory, if the device has it.
template <class Kernel>
void allow(const device_facts& device, Kernel* kernel, std::size_t bytes) {
  if (bytes <= device.block_bytes)
    CUDA_CHECK(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
}

// kernel<<<blocks, threads, bytes, device.stream>>>(arguments...), overlapping with what was launched before
// if the device can.
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

// launch(), and phase(name) after it.
template <class Phase>
auto launcher(const device_facts& device, Phase phase) {
  return [&device, phase](const char* name, auto* kernel, unsigned blocks, int threads, std::size_t bytes,
                          auto... arguments) {
    launch(device, kernel, blocks, static_cast<unsigned>(threads), bytes, arguments...);
    phase(name);
  };
}

}  // namespace hybrid
