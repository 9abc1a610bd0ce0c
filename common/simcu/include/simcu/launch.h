// SPDX-License-Identifier: Apache-2.0
// Functions that translated code calls to run kernels, and to register kernels and device variables before
// main.
#pragma once
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#include "simcu/host.h"
#include "simcu/kernel.h"

namespace simcu {

// Runs the next thread with a fresh copy of the parameters, copied byte by byte as on a GPU.
template <class Body>
void run_thread(const void* closure) {
  if constexpr (std::is_trivially_copyable_v<Body>) {
    Body copy(*static_cast<const Body*>(closure));
    preemptible = 1;
    copy();
  } else {
    alignas(Body) unsigned char copy[sizeof(Body)];
    std::memcpy(copy, closure, sizeof(Body));
    preemptible = 1;
    (*reinterpret_cast<Body*>(copy))();
  }
}

// A kernel parameter as it reaches the device: as bytes, without a constructor or destructor.
template <class T, bool = std::is_trivially_copyable_v<T>>
class parameter {
 public:
  explicit parameter(T& passed) : value_(passed) {}
  T& object() { return value_; }

 private:
  T value_;
};
template <class T>
class parameter<T, false> {
 public:
  explicit parameter(T& passed) {
    std::memcpy(bytes_, &reinterpret_cast<const unsigned char&>(passed), sizeof(T));
  }
  T& object() { return *reinterpret_cast<T*>(bytes_); }

 private:
  alignas(T) unsigned char bytes_[sizeof(T)];
};
template <class T>
parameter(T&) -> parameter<T>;

// Makes the kernel's identity a valid `func` for API functions that query kernels.
template <class Body>
struct identity_registrar {
  static void name_identity(void**) { run_grid({"", &run_thread<Body>, nullptr, 0, nullptr}); }
  static inline const bool done =
      (register_kernel(reinterpret_cast<const void*>(&run_thread<Body>), &name_identity, ""), true);
};

// The whole body of a kernel's stub. `max_threads` comes from __launch_bounds__.
template <class Body>
void run_kernel(const char* name, const named_parameter* parameters, Body body, unsigned max_threads = 0) {
  (void)identity_registrar<Body>::done;
  run_grid({name, &run_thread<Body>, &body, max_threads, parameters, sizeof body});
}

// The body of a library kernel's stub. The library function was called at `where`, or, without a file, at the
// place in the host's stack.
template <class Body>
void run_library_kernel(const char* name, Body body, location where = {nullptr, 0}) {
  const library_call call(where);
  run_grid({name, &run_thread<Body>, &body, 0, nullptr, sizeof body, &call});
}

template <class T>
named_parameter name_parameter(const char* name, const volatile T& value) {
  return {name, nullptr, {}, &reinterpret_cast<const volatile char&>(value), size_if_known<T>};
}
template <class T>
named_parameter name_parameter(const char* name, T* value) {
  if constexpr (std::is_function_v<T>)
    return {name, nullptr, {}, nullptr, 0};
  else
    return {name, const_cast<const void*>(static_cast<const volatile void*>(value)), shape_of_elements<T>(),
            nullptr, 0};
}

template <class... P, std::size_t... I>
void call_stub(void (*stub)(P...), void** args, std::index_sequence<I...>) {
  if (has_arguments(args, sizeof...(P))) stub(*static_cast<std::remove_reference_t<P>*>(args[I])...);
}

// Registers a kernel before main, so that it can be launched by its address.
template <auto Kernel>
struct kernel_registrar;
template <class... P, void (*Kernel)(P...)>
struct kernel_registrar<Kernel> {
  explicit kernel_registrar(const char* name) {
    register_kernel(reinterpret_cast<const void*>(Kernel), &invoke, name);
  }
  static void invoke(void** args) { call_stub(Kernel, args, std::index_sequence_for<P...>{}); }
};

// Registers a __device__, __constant__ or __managed__ variable before main.
struct symbol_registrar {
  template <class T>
  symbol_registrar(const volatile T* address, std::size_t bytes, const char* name,
                   symbol_kind kind = symbol_kind::device) {
    register_symbol(const_cast<const T*>(address), bytes, name, shape_of<T>(), kind);
  }
};

}  // namespace simcu
