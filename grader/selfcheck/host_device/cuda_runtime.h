// SPDX-License-Identifier: Apache-2.0
// Just enough of CUDA's API to check the grader without a CUDA compiler. It runs no kernels.
// HOST_DEVICE_ERROR=35 is the first call's error, HOST_DEVICE_KERNEL=209 a launch's, and
// HOST_DEVICE_DRIVER=12020 the driver's version.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <cstring>

// As in simcu's runtime, common/lab/todo.h sets it.
namespace simcu {
inline __thread volatile char preemptible = 0;
}

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorStubLibrary = 34,
  cudaErrorInsufficientDriver = 35,
  cudaErrorNoDevice = 100,
  cudaErrorNoKernelImageForDevice = 209,
  cudaErrorUnsupportedPtxVersion = 222,
  cudaErrorIllegalAddress = 700,
  cudaErrorLaunchTimeout = 702
};
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice
};
struct cudaDeviceProp {
  char name[256];
  int major, minor, multiProcessorCount, maxThreadsPerMultiProcessor, warpSize;
  std::size_t totalGlobalMem, sharedMemPerMultiprocessor, sharedMemPerBlock, sharedMemPerBlockOptin;
};
#define __global__
#define CUDART_VERSION 13000
struct dim3 {
  unsigned x, y = 1, z = 1;
  explicit dim3(unsigned x_) : x(x_) {}
};
using cudaEvent_t = std::chrono::steady_clock::time_point*;

namespace host_device {
inline cudaError_t last_error = cudaSuccess;
inline int devices = 1;
inline std::size_t memory = std::size_t{1} << 40;
inline int chosen(const char* variable, int otherwise) {
  const char* value = std::getenv(variable);
  return value == nullptr ? otherwise : std::atoi(value);
}
}  // namespace host_device

inline const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return "cudaSuccess";
    case cudaErrorInvalidValue:
      return "cudaErrorInvalidValue";
    case cudaErrorInvalidConfiguration:
      return "cudaErrorInvalidConfiguration";
    case cudaErrorStubLibrary:
      return "cudaErrorStubLibrary";
    case cudaErrorInsufficientDriver:
      return "cudaErrorInsufficientDriver";
    case cudaErrorNoKernelImageForDevice:
      return "cudaErrorNoKernelImageForDevice";
    case cudaErrorUnsupportedPtxVersion:
      return "cudaErrorUnsupportedPtxVersion";
    case cudaErrorNoDevice:
      return "cudaErrorNoDevice";
    case cudaErrorIllegalAddress:
      return "cudaErrorIllegalAddress";
    case cudaErrorLaunchTimeout:
      return "cudaErrorLaunchTimeout";
  }
  return "unknown";
}
inline const char* cudaGetErrorString(cudaError_t error) {
  return error == cudaErrorNoDevice ? "no CUDA-capable device is detected" : cudaGetErrorName(error);
}
inline cudaError_t cudaGetLastError() {
  const cudaError_t error = host_device::last_error;
  host_device::last_error = cudaSuccess;
  return error;
}
inline cudaError_t cudaGetDeviceCount(int* count) {
  *count = host_device::devices;
  return static_cast<cudaError_t>(host_device::chosen("HOST_DEVICE_ERROR", cudaSuccess));
}
inline cudaError_t cudaDriverGetVersion(int* version) {
  *version = host_device::chosen("HOST_DEVICE_DRIVER", 13000);
  return cudaSuccess;
}
inline cudaError_t cudaLaunchKernel(const void*, dim3, dim3, void**, std::size_t, void*) {
  return static_cast<cudaError_t>(host_device::chosen("HOST_DEVICE_KERNEL", cudaSuccess));
}
inline cudaError_t cudaSetDevice(int) { return cudaSuccess; }
inline cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  std::strcpy(properties->name, "host");
  properties->major = 8, properties->minor = 6;
  properties->totalGlobalMem = host_device::memory;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
template <class T>
cudaError_t cudaMalloc(T** pointer, std::size_t bytes) {
  *pointer = static_cast<T*>(std::malloc(bytes));
  return cudaSuccess;
}
inline cudaError_t cudaFree(void* pointer) {
  std::free(pointer);
  return cudaSuccess;
}
inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}
inline cudaError_t cudaEventCreate(cudaEvent_t* event) {
  *event = new std::chrono::steady_clock::time_point;
  return cudaSuccess;
}
inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}
inline cudaError_t cudaEventRecord(cudaEvent_t event) {
  *event = std::chrono::steady_clock::now();
  return cudaSuccess;
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t begin, cudaEvent_t end) {
  *ms = std::chrono::duration<float, std::milli>(*end - *begin).count();
  return cudaSuccess;
}
