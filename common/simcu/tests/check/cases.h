// SPDX-License-Identifier: Apache-2.0
// Shared by the kernels here: a main function that runs small cases, and arrays that it frees and prints.
//   PROGRAM NAME             runs one case
//   PROGRAM NAME SCHEDULE…   runs it under each of these schedules (under_schedules.h)
//   PROGRAM                  runs the only case, or lists them
#pragma once
#include <cstdio>
#include <cstring>
#include <vector>

#include "../under_schedules.h"

namespace cases {

struct entry {
  const char* name;
  void (*run)(int& status);
  const entry* next;
};
inline const entry* all = nullptr;

struct registration {
  entry one;
  registration(const char* name, void (*run)(int&)) : one{name, run, all} { all = &one; }
};

struct array {
  void* data;
  std::size_t bytes;
  bool shown;
};
inline std::vector<array> arrays;

// Returns nonzero if the case sets its status, a kernel fails or no such case exists.
inline int run(const char* name) {
  const entry* found = all;
  while (found != nullptr && std::strcmp(found->name, name) != 0) found = found->next;
  if (found == nullptr) return 2;
  int status = 0;
  found->run(status);
  if (cudaDeviceSynchronize() != cudaSuccess) status |= 1;
  for (const array& a : arrays) {
    std::vector<unsigned char> copy(a.shown ? a.bytes : 0);
    cudaMemcpy(copy.data(), a.data, copy.size(), cudaMemcpyDeviceToHost);
    unsigned sum = 0;
    for (const unsigned char byte : copy) sum = sum * 31 + byte;
    if (a.shown) std::printf("%u\n", sum);
    cudaFree(a.data);
  }
  return status;
}

}  // namespace cases

// Uninitialised device memory, freed at the end of the case.
template <class T>
T* unset(std::size_t count, bool shown = false) {
  T* data = nullptr;
  cudaMalloc(&data, count * sizeof(T));
  cases::arrays.push_back({data, count * sizeof(T), shown});
  return data;
}

template <class T>
T* scratch(std::size_t count, bool shown = false) {
  T* const data = unset<T>(count, shown);
  cudaMemset(data, 0, count * sizeof(T));
  return data;
}

// A checksum of these elements is printed at the end of the case.
template <class T>
T* zeros(std::size_t count) {
  return scratch<T>(count, true);
}

// The stream lives until the program ends.
inline cudaStream_t stream(unsigned flags = cudaStreamDefault) {
  cudaStream_t made = nullptr;
  cudaStreamCreateWithFlags(&made, flags);
  return made;
}
inline cudaEvent_t event() {
  cudaEvent_t made = nullptr;
  cudaEventCreate(&made);
  return made;
}

// The kernel's blocks may wait for each other. Each value must have its parameter's size.
template <class... Parameters, class... Values>
void cooperative(void (*kernel)(Parameters...), int blocks, int threads, Values... values) {
  void* arguments[] = {&values...};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(kernel), blocks, threads, arguments, 0, nullptr);
}

// What a kernel does between two accesses. One kernel serves the cases with and without a fence or barrier.
enum between { nothing, block_fence, fence, system_fence, warp_barrier, barrier };
template <between what>
__device__ void order() {
  if constexpr (what == block_fence) __threadfence_block();
  if constexpr (what == fence) __threadfence();
  if constexpr (what == system_fence) __threadfence_system();
  if constexpr (what == warp_barrier) __syncwarp();
  if constexpr (what == barrier) __syncthreads();
}

// The code sets `status` if a result is wrong.
#define CASE(name)                                                          \
  static void name##_case(int& status);                                     \
  static const cases::registration name##_registration(#name, name##_case); \
  static void name##_case([[maybe_unused]] int& status)

int main(int argc, char** argv) {
  if (argc > 2) return under_schedules(cases::run, argv[1], argv + 2);
  if (argc == 2) return cases::run(argv[1]);
  if (cases::all != nullptr && cases::all->next == nullptr) return cases::run(cases::all->name);
  for (const cases::entry* e = cases::all; e != nullptr; e = e->next) std::printf("%s\n", e->name);
  return 2;
}
