// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "simcu/thrust/pointer.h"

namespace thrust {

template <class T>
class device_allocator {
 public:
  using value_type = T;
  using pointer = device_ptr<T>;
  template <class U>
  struct rebind {
    using other = device_allocator<U>;
  };
  device_allocator() = default;
  template <class U>
  device_allocator(const device_allocator<U>&) {}
  pointer allocate(std::size_t n) { return device_malloc<T>(n); }
  void deallocate(pointer p, std::size_t) noexcept { cudaFree(p.get()); }
};

namespace cuda {
template <class T>
using pointer = device_ptr<T>;
template <class T>
using reference = device_reference<T>;
template <class T>
using allocator = device_allocator<T>;
inline pointer<void> malloc(std::size_t bytes) { return device_malloc<unsigned char>(bytes); }
template <class T>
pointer<T> malloc(std::size_t n) {
  return device_malloc<T>(n);
}
inline void free(pointer<void> p) { details::checked(cudaFree(p.get())); }

}  // namespace cuda
namespace system {
namespace cuda = thrust::cuda;
}  // namespace system

}  // namespace thrust
