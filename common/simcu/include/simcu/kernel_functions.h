// SPDX-License-Identifier: Apache-2.0
// API functions that take a kernel, either as a typed function pointer or as a registered void*.
#pragma once
#include "simcu/launch.h"
#include "simcu/runtime_api.h"

namespace simcu {

template <class... P>
const void* identity_of(void (*kernel)(P...)) {
  struct call {
    void (*kernel)(P...);
    static void run(void* self) {
      alignas(64) static char zeros[4096];
      static_assert(((sizeof(P) <= sizeof zeros) && ... && true),
                    "a kernel's parameters can have at most 4096 bytes");
      void* args[sizeof...(P) + 1];
      for (void*& a : args) a = zeros;
      call_stub(static_cast<call*>(self)->kernel, args, std::index_sequence_for<P...>{});
    }
  };
  call c{kernel};
  return kernel ? identify_kernel(&call::run, &c) : nullptr;
}

template <class... P>
cudaError_t launch_typed(bool refused, void (*kernel)(P...), void** args) {
  if (!refused) call_stub(kernel, args, std::index_sequence_for<P...>{});
  return static_cast<cudaError_t>(launch_result());
}

// A launch without a source location. Reports take its place from the host's stack.
inline bool configure_unplaced(dim3 grid, dim3 block, size_t dynamic_shared, cudaStream_t stream) {
  return configure(grid, block, dynamic_shared, stream, location{nullptr, 0});
}

inline cudaError_t launch_registered(const void* func, void** args, dim3 grid, dim3 block,
                                     size_t dynamic_shared, cudaStream_t stream, bool cooperative) {
  const kernel_invoker invoke = find_kernel(func);
  if (!invoke) return static_cast<cudaError_t>(record_error(cudaErrorInvalidResourceHandle));
  const bool refused = cooperative ? configure_cooperative(grid, block, dynamic_shared, stream)
                                   : configure_unplaced(grid, block, dynamic_shared, stream);
  if (!refused) invoke(args);
  return static_cast<cudaError_t>(launch_result());
}

// The translator turns `(const void*)kernel` into cast_kernel(kernel).
template <class... P>
struct kernel_by_cast {
  void (*kernel)(P...);
};
template <class... P>
kernel_by_cast<P...> cast_kernel(void (*kernel)(P...)) {
  return {kernel};
}

// The address is not a kernel's, which the launch reports.
inline const void* cast_kernel(const volatile void* address) { return const_cast<const void*>(address); }

// CUDA 13 and later accept a kernel without a cast. -DSIMCU_OLDEST_CUDA=11080 (in CUDART_VERSION's form)
// refuses it, for programs that must also compile with older versions.
#if defined(SIMCU_OLDEST_CUDA) && SIMCU_OLDEST_CUDA < 13000
constexpr bool kTypedKernels = false;
#else
constexpr bool kTypedKernels = true;
#endif

}  // namespace simcu

// `args` holds the address of each argument.
#define SIMCU_LAUNCH(name, configure, cooperative)                                                          \
  inline cudaError_t name(const void* func, dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem = 0, \
                          cudaStream_t stream = nullptr) {                                                  \
    return simcu::launch_registered(func, args, gridDim, blockDim, sharedMem, stream, cooperative);         \
  }                                                                                                         \
  template <class... P>                                                                                     \
  cudaError_t name(simcu::kernel_by_cast<P...> func, dim3 gridDim, dim3 blockDim, void** args,              \
                   size_t sharedMem = 0, cudaStream_t stream = nullptr) {                                   \
    return simcu::launch_typed(simcu::configure(gridDim, blockDim, sharedMem, stream), func.kernel, args);  \
  }                                                                                                         \
  template <class... P>                                                                                     \
  cudaError_t name(void (*func)(P...), dim3 gridDim, dim3 blockDim, void** args, size_t sharedMem = 0,      \
                   cudaStream_t stream = nullptr) {                                                         \
    static_assert(simcu::kTypedKernels || sizeof...(P) > 1000,                                              \
                  "no instance of overloaded function " #name                                               \
                  " matches the argument list: before CUDA 13 it takes (const void*)kernel");               \
    return name(simcu::cast_kernel(func), gridDim, blockDim, args, sharedMem, stream);                      \
  }
SIMCU_LAUNCH(cudaLaunchKernel, configure_unplaced, false)
SIMCU_LAUNCH(cudaLaunchCooperativeKernel, configure_cooperative, true)
#undef SIMCU_LAUNCH

template <class... P>
cudaError_t cudaFuncSetAttribute(void (*func)(P...), cudaFuncAttribute attr, int value) {
  return ::cudaFuncSetAttribute(simcu::identity_of(func), attr, value);
}
template <class... P>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attr, void (*func)(P...)) {
  return ::cudaFuncGetAttributes(attr, simcu::identity_of(func));
}
template <class... P>
cudaError_t cudaFuncSetCacheConfig(void (*func)(P...), cudaFuncCache cacheConfig) {
  return ::cudaFuncSetCacheConfig(simcu::identity_of(func), cacheConfig);
}
template <class... P>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* numBlocks, void (*func)(P...), int blockSize,
                                                          size_t dynamicSMemSize) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, simcu::identity_of(func), blockSize,
                                                         dynamicSMemSize);
}
// Returns the block size with the best occupancy (the largest, if several tie), and the grid that fills the
// device.
template <class Function>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize, Function func,
                                               size_t dynamicSMemSize = 0, int blockSizeLimit = 0) {
  if (!minGridSize || !blockSize || !func)
    return static_cast<cudaError_t>(simcu::record_error(cudaErrorInvalidValue));
  *minGridSize = *blockSize = 0;
  int device = 0, processors = 0, limit = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (!error) error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  if (!error) error = cudaDeviceGetAttribute(&limit, cudaDevAttrMaxThreadsPerBlock, device);
  cudaFuncAttributes attributes{};
  if (!error) error = cudaFuncGetAttributes(&attributes, func);
  if (attributes.maxThreadsPerBlock < limit) limit = attributes.maxThreadsPerBlock;
  if (blockSizeLimit > 0 && blockSizeLimit < limit) limit = blockSizeLimit;
  int best_threads = 0;
  for (int threads = (limit + 31) / 32 * 32; !error && threads > 0; threads -= 32) {
    const int tried = threads < limit ? threads : limit;
    int blocks = 0;
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, func, tried, dynamicSMemSize);
    if (blocks * tried <= best_threads) continue;
    best_threads = blocks * tried;
    *blockSize = tried;
    *minGridSize = blocks * processors;
  }
  return error;
}
