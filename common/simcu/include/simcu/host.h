// SPDX-License-Identifier: Apache-2.0
// What the host API (cudaMalloc and the rest) and translated host code request from the runtime.
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

// Checks a launch configuration and keeps it for the stub that is called next on this OS thread. If it is not
// valid, records the CUDA error and returns true (skip the call). With a place, tell_refusal must be called
// then.
bool configure(dim3 grid, dim3 block, std::size_t dynamic_shared = 0, cudaStream_t stream = nullptr,
               location where = SIMCU_HERE);
// Reports on standard error which number of the refused configuration is over which limit.
void tell_refusal(const char* kernel);
// The same for cudaLaunchCooperativeKernel: also checks that the whole grid can be resident.
bool configure_cooperative(dim3 grid, dim3 block, std::size_t dynamic_shared, cudaStream_t stream);
// For cudaLaunchKernel and the like, after configure(): whether there are addresses of `count` arguments. If
// not, the launch is refused with a message.
bool has_arguments(void** args, std::size_t count);
// How the latest launch of this OS thread began: 0, or the CUDA error for which it did not begin (a kernel
// that fails while it runs has begun well).
int launch_result();
// Facts about a kernel, by its identity (identify_kernel, identify_registered in kernel.h). First, how much
// dynamic shared memory it may be launched with (cudaFuncSetAttribute; at least 48 KiB). Then, how much
// static shared memory its launches so far have used. Last, the first argument of its __launch_bounds__ (0:
// it has none).
std::size_t allowed_dynamic_shared(const void* identity);
std::size_t known_static_shared(const void* identity);
unsigned known_max_threads(const void* identity);

// ---- errors, with CUDA's rules (errors.cpp) ----

// Records a non-sticky error of an API call: returned by cudaGetLastError once, then cleared.
int record_error(int cuda_error);
// Records the error of a kernel that failed while it ran: every later API call returns it (sticky).
void record_kernel_fault(int cuda_error);
// Must be called first by every API call that may report earlier kernels' errors: the sticky error, or 0.
// Also flushes what kernels printed if `synchronises`.
int enter_api(bool synchronises);

// ---- device memory (memory.cpp): one reserved address range, so a device pointer is known by its value ----

enum class memory_kind { unknown, device, managed, pinned_host };
// What is known about a pointer.
struct memory_info {
  memory_kind kind;
  void* base;         // of the allocation (live, or freed last at this address)
  std::size_t bytes;  // as asked for
  bool live;
};
memory_info describe_pointer(const void* p);  // callable from a signal handler
bool in_device_range(const void* p);
// The reserved range of addresses.
void* arena_base();
std::size_t arena_bytes();
// "12 bytes past the end of the 400-byte allocation" and the like; empty when nothing is near.
std::size_t describe_fault_address(const void* p, char* text, std::size_t size);

// ---- printing from kernels (print.cpp) ----
void flush_kernel_output();  // to stdout, as cudaDeviceSynchronize does

}  // namespace simcu
