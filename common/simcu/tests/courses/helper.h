// SPDX-License-Identifier: Apache-2.0
// Helpers as in course programs: checked calls, and numbers that are the same on every machine.
#ifndef COURSE_HELPER_H
#define COURSE_HELPER_H
#include <stdio.h>
#include <stdlib.h>

#include <vector>

#ifdef __DRIVER_TYPES_H__
template <typename T>
void check(T result, char const* const func, const char* const file, int const line) {
  if (result) {
    fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line,
            static_cast<unsigned int>(result), cudaGetErrorName(result), func);
    exit(EXIT_FAILURE);
  }
}
#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)
#define getLastCudaError(msg) check(cudaGetLastError(), msg, __FILE__, __LINE__)
#endif

#ifdef __CUDACC__
#define HOST_DEVICE __host__ __device__
#else
#define HOST_DEVICE
#endif

HOST_DEVICE inline unsigned nextRandom(unsigned& state) {
  state ^= state << 13;
  state ^= state >> 17;
  return state ^= state << 5;
}
inline int divUp(int a, int b) { return (a + b - 1) / b; }

template <typename T>
struct DeviceArray {
  T* data = nullptr;
  size_t count;
  explicit DeviceArray(size_t n) : count(n) { checkCudaErrors(cudaMalloc((void**)&data, n * sizeof(T))); }
  explicit DeviceArray(const std::vector<T>& from) : DeviceArray(from.size()) {
    checkCudaErrors(cudaMemcpy(data, from.data(), count * sizeof(T), cudaMemcpyHostToDevice));
  }
  DeviceArray(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data); }
  void zero() { checkCudaErrors(cudaMemset(data, 0, count * sizeof(T))); }
  std::vector<T> get() const {
    std::vector<T> out(count);
    checkCudaErrors(cudaMemcpy(out.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost));
    return out;
  }
};
#endif
