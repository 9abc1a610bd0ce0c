// SPDX-License-Identifier: Apache-2.0
// How translated code passes a kernel to the runtime, and how the runtime iterates over a block's threads.
#pragma once
#include <cstddef>
#include <type_traits>

#include "simcu/device.h"
#include "simcu/shape.h"
#include "simcu/vector_types.h"

namespace simcu {

// 1 only while a kernel's own code runs. The monitor can then preempt the code with a signal.
extern __thread volatile char preemptible __attribute__((tls_model("initial-exec")));

// Called at the start of each host function of a checked program (x86-64). Ends the launch if a kernel calls
// it through a pointer; signal handlers are exempt, because they may interrupt a kernel.
void on_the_host(const char* function);

// A kernel's parameter with its name, for reports. Valid while the kernel runs.
struct named_parameter {
  const char* name = nullptr;     // null at the end of a list
  const void* pointer = nullptr;  // its value, if it is a pointer to data
  array_shape shape;              // of the data it points to
  const volatile void* object = nullptr;
  std::size_t bytes = 0;  // its size; 0 if unknown
};

// A library call that launches a kernel: the call's place or, without one, the host's stack. Must not
// allocate, because every library call creates one.
struct library_call {
  location where;
  const void* stack[24] = {};  // code addresses inside the calls, the innermost first
  unsigned depth = 0;
  explicit library_call(location place);
};

// Translated code assigns returned(f(x)) for f(x), because g++'s thread sanitizer misses a call's store of an
// object, and clang's misses a 3-byte store.
template <class T>
__attribute__((always_inline)) inline T&& returned(T&& result) {
#ifdef __clang__
  using object = std::remove_cv_t<std::remove_reference_t<T>>;
  if constexpr (std::is_class_v<object> && !std::is_volatile_v<std::remove_reference_t<T>>)
    asm("" : "+m"(const_cast<object&>(result)));
#endif
  return static_cast<T&&>(result);
}

// Translated code indexes itself(c ? a : b) where the program indexes `(c ? a : b)`.
template <class T>
__attribute__((always_inline)) constexpr T&& itself(T&& chosen) {
  return static_cast<T&&>(chosen);
}

// A kernel with its arguments. The address of run_thread, of which each kernel has its own instantiation,
// identifies the kernel.
struct kernel_body {
  const char* name;
  void (*run_thread)(const void* closure);
  const void* closure;
  unsigned max_threads = 0;                     // threads per block, from __launch_bounds__; 0 for the
                                                // device's limit
  const named_parameter* parameters = nullptr;  // ends with an entry without a name; may be null
  std::size_t closure_bytes = 0;
  const library_call* call = nullptr;  // null if the program launched it itself
};

// Returns when the grid that configure() prepared on this OS thread has ended.
void run_grid(const kernel_body& body);

// Returns a kernel's identity (its run_thread) and launches nothing. `call_stub(data)` must call the kernel's
// stub with any argument values.
const void* identify_kernel(void (*call_stub)(void*), void* data);

// Called before main. `invoke` calls the stub with arguments from an array of pointers.
void register_kernel(const void* stub, void (*invoke)(void** args), const char* name);
enum class symbol_kind { device, constant, managed };
void register_symbol(const void* address, std::size_t bytes, const char* name, const array_shape& shape,
                     symbol_kind kind);

// A registered device variable.
struct symbol_info {
  const void* address;
  std::size_t bytes;
  const char* name;
  array_shape shape;
  symbol_kind kind;
};
const symbol_info* find_symbol(const void* address);         // null if no __device__ variable starts there
const symbol_info* find_symbol_before(const void* address);  // the nearest variable below, or null
const symbol_info* find_symbol_around(const void* address);  // null if it is in no __device__ variable
bool is_managed_variable(const void* address);               // fast if there are no managed variables
const symbol_info* find_symbol_named(const char* name);      // null if there is none; any one of several
using kernel_invoker = void (*)(void** args);
kernel_invoker find_kernel(const void* stub);       // null if not registered
const void* identify_registered(const void* stub);  // identity of a registered kernel, or null

}  // namespace simcu
