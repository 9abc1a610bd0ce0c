// SPDX-License-Identifier: Apache-2.0
// The functions of the runtime that the host API and translated host code call.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "simcu/device.h"
#include "simcu/vector_types.h"

struct CUstream_st;
typedef CUstream_st* cudaStream_t;

namespace simcu {

// ---- launches ----

// Checks and keeps a launch configuration for the next stub called on this OS thread. Returns true and
// records the CUDA error if it is invalid: then call no stub, but tell_refusal if `where` has a file.
bool configure(dim3 grid, dim3 block, std::size_t dynamic_shared = 0, cudaStream_t stream = nullptr,
               location where = SIMCU_HERE);
// Reports on stderr which value of the refused configuration exceeds which limit.
void tell_refusal(const char* kernel);
// Also checks that the whole grid can be resident.
bool configure_cooperative(dim3 grid, dim3 block, std::size_t dynamic_shared, cudaStream_t stream);
// Returns whether `args` has the addresses of `count` arguments; if not, refuses the launch. Call after
// configure().
bool has_arguments(void** args, std::size_t count);
// 0 if this OS thread's latest launch began, even if it failed later; else the CUDA error for which it was
// refused.
int launch_result();
// Facts about a kernel, by its identity (kernel.h). Dynamic shared memory is what a launch may request;
// static, what its launches so far have used. The largest block is 0 without __launch_bounds__.
std::size_t allowed_dynamic_shared(const void* identity);
std::size_t known_static_shared(const void* identity);
unsigned known_max_threads(const void* identity);

// ---- errors ----

// Records a non-sticky error, which cudaGetLastError returns once and then clears.
int record_error(int cuda_error);
// Records a sticky error, which every later API call returns.
void record_kernel_fault(int cuda_error);
// Returns the sticky error, or 0. API calls that can report earlier kernels' errors call it first. If
// `synchronises`, also flushes the kernels' output.
int enter_api(bool synchronises);

// ---- device memory: one address range, so a pointer's value shows whether it is a device pointer ----

enum class memory_kind { unknown, device, managed, pinned_host };
// The memory that a pointer points to.
struct memory_info {
  memory_kind kind;
  void* base;         // start of the allocation: a live one, or the last that was freed here
  std::size_t bytes;  // as requested
  bool live;
};
memory_info describe_pointer(const void* p);  // callable from a signal handler
bool in_device_range(const void* p);
void* arena_base();
std::size_t arena_bytes();
// Text such as "12 bytes past the end of the 400-byte allocation"; empty when no allocation is near.
std::size_t describe_fault_address(const void* p, char* text, std::size_t size);

// ---- printing from kernels ----
void flush_kernel_output();  // writes it to stdout, as cudaDeviceSynchronize does

}  // namespace simcu
