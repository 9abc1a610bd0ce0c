// SPDX-License-Identifier: Apache-2.0
// LAB_TODO("03.4: what is missing") marks code that is still to be written, on the host or the device. It
// sets a flag and continues, and the grader reports NOT YET instead of WRONG.
//
// Each translation unit has its own flag and a function that reads it, so relocatable device code is not
// needed.
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <string>
#include <vector>

#if defined(__SIMCU__) && !defined(__wasm__)
namespace simcu {
extern __thread volatile char preemptible;
}
#endif

namespace lab {
namespace todo_detail {

// The first text reached in host code (and, on the simulated device, in kernels). It points to a literal.
inline const char* first_text = nullptr;

using device_reader = std::string (*)();
inline std::vector<device_reader>& device_readers() {
  static std::vector<device_reader> readers;
  return readers;
}

// Called immediately, because unwritten code may crash before the grader asks.
using listener = void (*)(const char* text);
inline listener told_at_once = nullptr;

// Hides this write from the checkers, which would report a kernel's write to host memory. They check only
// preemptible threads.
#ifdef __SIMCU__
#define LAB_UNSEEN __attribute__((noinline, no_sanitize("thread")))
#else
#define LAB_UNSEEN
#endif
LAB_UNSEEN inline void keep(const char* text) {
#if defined(__SIMCU__) && !defined(__wasm__)
  const char was = simcu::preemptible;
  simcu::preemptible = 0;
#endif
  const char* none = nullptr;
  if (__atomic_compare_exchange_n(&first_text, &none, text, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    if (const listener tell = __atomic_load_n(&told_at_once, __ATOMIC_SEQ_CST)) tell(text);
#if defined(__SIMCU__) && !defined(__wasm__)
  simcu::preemptible = was;
#endif
}
#undef LAB_UNSEEN

// Defined only in a grader's runner, which shares no variables with a submission and so stores the text
// itself.
extern "C" {
__attribute__((weak)) void lab_todo_reached(const char* text);
__attribute__((weak)) void lab_todo_device_reader(device_reader read);
}

inline void reach_on_host(const char* text) {
  if (lab_todo_reached != nullptr)
    lab_todo_reached(text);
  else
    keep(text);
}

// nvcc compiles a file twice, for host and device. Other compilers compile it once.
#if defined(__CUDACC__) && !defined(__SIMCU__)
constexpr std::size_t kTextCapacity = 160;
struct device_record {
  int reached;
  char text[kTextCapacity];
};

namespace {
__device__ device_record record_of_this_unit;

template <class... Unused>
__host__ __device__ inline void reach(const char* text, const Unused&...) {
#ifdef __CUDA_ARCH__
  if (atomicCAS(&record_of_this_unit.reached, 0, 1) != 0) return;
  for (std::size_t i = 0; i + 1 < kTextCapacity && text[i] != '\0'; ++i)
    record_of_this_unit.text[i] = text[i];
#else
  reach_on_host(text);
#endif
}

std::string read_and_clear() {
  device_record record{};
  if (cudaMemcpyFromSymbol(&record, record_of_this_unit, sizeof record) != cudaSuccess) {
    cudaGetLastError();  // clears an earlier kernel's error; that kernel's own check reports it
    return {};
  }
  if (record.reached == 0) return {};
  const device_record empty{};
  (void)cudaMemcpyToSymbol(record_of_this_unit, &empty, sizeof empty);
  return record.text;
}

[[maybe_unused]] const bool registered = [] {
  if (lab_todo_device_reader != nullptr)
    lab_todo_device_reader(read_and_clear);
  else
    device_readers().push_back(read_and_clear);
  return true;
}();
}  // namespace
#elif defined(__SIMCU_STRICT__)  // tests whether nvcc would accept the file
template <class... Unused>
__host__ __device__ inline void reach(const char*, const Unused&...) {}
#else
template <class... Unused>
inline void reach(const char* text, const Unused&...) {
  reach_on_host(text);
}
#endif

}  // namespace todo_detail

// Returns the text of a LAB_TODO reached since the last call, or "". Waits for the device. If a kernel fails,
// its text can be lost.
inline std::string reached_todo() {
  std::string found;
  if (const char* text = __atomic_exchange_n(&todo_detail::first_text, nullptr, __ATOMIC_SEQ_CST))
    found = text;
  for (todo_detail::device_reader read : todo_detail::device_readers()) {
    const std::string text = read();
    if (found.empty()) found = text;
  }
  return found;
}

}  // namespace lab

#define LAB_TODO(...) ::lab::todo_detail::reach(__VA_ARGS__)
