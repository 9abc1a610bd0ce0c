// SPDX-License-Identifier: Apache-2.0
// CUB's device-wide algorithms: a call without temporary storage returns the storage size, and a call with
// storage runs a one-thread kernel that also accesses the storage.
#pragma once
#include <type_traits>

#include "simcu/cub/common.h"
#include "simcu/launch.h"
#include "simcu/thrust/iterators.h"

namespace cub {
namespace details {

template <class N>
using if_count = std::enable_if_t<std::is_integral_v<N>>;
template <class Iterator>
using value_of = thrust::details::value_of<Iterator>;
template <class Iterator>
auto there(const Iterator& i) {
  return thrust::details::in_kernels<Iterator>::of(i);
}
template <class Op, class T, class U>
using result_of = std::decay_t<std::invoke_result_t<Op, T, U>>;

constexpr std::size_t kAlignment = 256;
inline std::size_t aligned(std::size_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }
inline unsigned char* aligned(void* storage) {
  return reinterpret_cast<unsigned char*>(aligned(reinterpret_cast<std::size_t>(storage)));
}

inline void fail_call(const char* name, const char* why, location where) {
  char text[160];
  std::snprintf(text, sizeof text, "%s: %s", name, why);
  simcu::fail_kernel(cudaErrorLaunchFailure, text, where);
}
template <class Function>
cudaError_t run_call(const char* name, cudaStream_t stream, location where, Function body) {
  if (!simcu::configure(dim3(1), dim3(1), 0, stream, where)) simcu::run_library_kernel(name, body, where);
  return static_cast<cudaError_t>(simcu::launch_result());
}

// The algorithm whose storage size this thread's last call requested; null if that call passed storage.
inline thread_local const char* asked_for_size = nullptr;

// `f` is called with `needed` bytes at an aligned address.
template <class Function>
cudaError_t device_call(const char* name, void* storage, std::size_t& bytes, std::size_t needed,
                        cudaStream_t stream, location where, Function f) {
  const std::size_t total = aligned(needed) + kAlignment;
  if (storage == nullptr) {
    const bool again = asked_for_size == name && bytes == total;
    asked_for_size = name;
    bytes = total;
    if (!again) return cudaSuccess;
    return run_call(name, stream, where, [name, where] {
      fail_call(name,
                "its temporary storage is null again: allocate as many bytes as the first call returned",
                where);
    });
  }
  asked_for_size = nullptr;
  if (bytes < total) return cudaErrorInvalidValue;
  const auto body = [storage, total, f]() mutable {
    auto* const all = static_cast<volatile unsigned char*>(storage);
    all[0] = 0;
    all[total - 1] = 0;
    f(aligned(storage));
  };
  return run_call(name, stream, where, body);
}
// On a GPU, these algorithms' storage holds one value per tile.
template <class N, class Function>
cudaError_t device_call_of_tiles(const char* name, void* storage, std::size_t& bytes, N n,
                                 cudaStream_t stream, location where, Function f) {
  return device_call(name, storage, bytes, static_cast<std::size_t>(n) / 128 * 8, stream, where,
                     [f](unsigned char*) mutable { f(); });
}

}  // namespace details

// Two arrays, one of which has the data. An algorithm may use both, and changes `selector` if its result is
// in the alternate one.
template <class T>
struct DoubleBuffer {
  T* d_buffers[2] = {nullptr, nullptr};
  int selector = 0;
  DoubleBuffer() = default;
  DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate} {}
  T* Current() { return d_buffers[selector]; }
  T* Alternate() { return d_buffers[selector ^ 1]; }
};

}  // namespace cub
