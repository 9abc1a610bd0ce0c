// SPDX-License-Identifier: Apache-2.0
// The memory of Thrust's containers and algorithms: allocators, the resources that they use, and
// thrust::cuda::malloc.
#pragma once
#include <new>

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

namespace mr {

template <class Pointer>
class memory_resource {
 public:
  using pointer = Pointer;
  virtual ~memory_resource() = default;
  pointer allocate(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) {
    return do_allocate(bytes, alignment);
  }
  void deallocate(pointer p, std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) {
    do_deallocate(p, bytes, alignment);
  }
  virtual pointer do_allocate(std::size_t bytes, std::size_t alignment) = 0;
  virtual void do_deallocate(pointer p, std::size_t bytes, std::size_t alignment) = 0;
};
// The only object of a resource that has no state. Vectors outside functions still need it at the end.
template <class Resource>
Resource* get_global_resource() {
  static Resource* const resource = new Resource;
  return resource;
}
template <class T, class Resource>
class stateless_resource_allocator {
 public:
  using value_type = T;
  using pointer = device_ptr<T>;
  template <class U>
  struct rebind {
    using other = stateless_resource_allocator<U, Resource>;
  };
  pointer allocate(std::size_t n) {
    void* raw = raw_pointer_cast(get_global_resource<Resource>()->allocate(n * sizeof(T), alignof(T)));
    return pointer(static_cast<T*>(raw));
  }
  void deallocate(pointer p, std::size_t n) {
    get_global_resource<Resource>()->deallocate(typename Resource::pointer(p.get()), n * sizeof(T),
                                                alignof(T));
  }
};

}  // namespace mr

// The same resource, whose pointers are thrust::device_ptr.
template <class Resource>
class device_ptr_memory_resource final : public mr::memory_resource<device_ptr<void>> {
 public:
  device_ptr<void> do_allocate(std::size_t bytes, std::size_t alignment) override {
    return device_ptr<void>(
        raw_pointer_cast(mr::get_global_resource<Resource>()->do_allocate(bytes, alignment)));
  }
  void do_deallocate(device_ptr<void> p, std::size_t bytes, std::size_t alignment) override {
    mr::get_global_resource<Resource>()->do_deallocate(typename Resource::pointer(p.get()), bytes, alignment);
  }
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

namespace detail {
template <cudaError_t (*Allocate)(void**, std::size_t), cudaError_t (*Free)(void*), class Pointer>
class cuda_memory_resource final : public mr::memory_resource<Pointer> {
 public:
  Pointer do_allocate(std::size_t bytes, std::size_t) override {
    void* raw = nullptr;
    if (Allocate(&raw, bytes) != cudaSuccess) {
      cudaGetLastError();
      throw std::bad_alloc();
    }
    return Pointer(raw);
  }
  void do_deallocate(Pointer p, std::size_t, std::size_t) override {
    details::checked(Free(raw_pointer_cast(p)));
  }
};
}  // namespace detail
using memory_resource = detail::cuda_memory_resource<cudaMalloc, cudaFree, pointer<void>>;
}  // namespace cuda
using device_memory_resource = cuda::memory_resource;
namespace system {
namespace cuda = thrust::cuda;
}  // namespace system

}  // namespace thrust
