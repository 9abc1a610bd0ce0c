// SPDX-License-Identifier: Apache-2.0
// The functions of the runtime that the host API (cudaMalloc and the rest) and translated host code call.
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

// ---- launches (include/simcu/launch.h has the templates that translated code calls) ----

// Checks a launch configuration and stores it for the next stub called on this OS thread. If the
// configuration is invalid, records the CUDA error and returns true, and the stub must not be called. Then,
// if `where` has a file, tell_refusal must be called.
bool configure(dim3 grid, dim3 block, std::size_t dynamic_shared = 0, cudaStream_t stream = nullptr,
               location where = SIMCU_HERE);
// Reports on stderr which value of the refused configuration exceeds which limit.
void tell_refusal(const char* kernel);
// configure() for cudaLaunchCooperativeKernel; also checks that the whole grid can be resident.
bool configure_cooperative(dim3 grid, dim3 block, std::size_t dynamic_shared, cudaStream_t stream);
// For cudaLaunchKernel and the like, after configure(): whether `args` has the addresses of `count`
// arguments. If not, the launch is refused with a message.
bool has_arguments(void** args, std::size_t count);
// 0 if the latest launch of this OS thread began, otherwise the CUDA error for which it was refused. A kernel
// that fails while it runs counts as begun.
int launch_result();
// Facts about a kernel, by its identity (identify_kernel, identify_registered in kernel.h). Dynamic shared
// memory is the size that a launch may request (cudaFuncSetAttribute; at least 48 KiB). Static shared memory
// is the size that the kernel's launches so far have used. The largest block is the first argument of the
// kernel's __launch_bounds__, or 0 without __launch_bounds__.
std::size_t allowed_dynamic_shared(const void* identity);
std::size_t known_static_shared(const void* identity);
unsigned known_max_threads(const void* identity);

// ---- errors, with CUDA's rules (errors.cpp) ----

// Records an API call's non-sticky error, which cudaGetLastError returns once and then clears.
int record_error(int cuda_error);
// Records the error of a kernel that failed while it ran. The error is sticky, so every later API call
// returns it.
void record_kernel_fault(int cuda_error);
// Called first by every API call that can report earlier kernels' errors. Returns the sticky error, or 0. If
// `synchronises`, also flushes the kernels' output.
int enter_api(bool synchronises);

// ---- device memory (memory.cpp): one address range, so a pointer's value shows whether it is a device
// pointer ----

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
// The reserved range of addresses.
void* arena_base();
std::size_t arena_bytes();
// Text such as "12 bytes past the end of the 400-byte allocation"; empty when no allocation is near.
std::size_t describe_fault_address(const void* p, char* text, std::size_t size);

// ---- printing from kernels (print.cpp) ----
void flush_kernel_output();  // writes it to stdout, as cudaDeviceSynchronize does

}  // namespace simcu
