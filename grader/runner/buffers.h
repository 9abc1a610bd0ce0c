// SPDX-License-Identifier: Apache-2.0
// A request's buffers in device or host memory. Part of device.cu.
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>

#include "device.h"

namespace runner {

// tests.cpp and adapter.cu do not match.
struct bad_request : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// A CUDA call of the runner failed: the student's code has corrupted the context, or memory is short.
struct device_failure {
  cudaError_t error;
  std::string text;
};
inline void require(cudaError_t error, const std::string& doing) {
  if (error != cudaSuccess) throw device_failure{error, doing + ": " + cudaGetErrorString(error)};
}

inline const protocol::buffer_layout& layout_of(const protocol::request_message& request, const char* name) {
  for (const protocol::buffer_layout& layout : request.buffers)
    if (layout.name == name) return layout;
  throw bad_request(std::string("the adapter asks for a buffer `") + name + "` that the test did not send");
}

// Throws bad_request if the exercise expects another element size.
inline const protocol::buffer_layout& layout_of(const protocol::request_message& request, const char* name,
                                                std::size_t element_size) {
  const protocol::buffer_layout& layout = layout_of(request, name);
  if (!layout.null && layout.element_size != element_size)
    throw bad_request("the adapter expects `" + layout.name + "` to have elements of " +
                      std::to_string(element_size) + " bytes, but the test sends " + layout.type);
  return layout;
}

inline void* payload(const mapped_buffer& mapped) {
  return static_cast<char*>(mapped.base) + (mapped.layout->offset - mapped.begin);
}

// Includes the guards, except under the checkers, which see every access outside the payload.
inline mapped_buffer place_of(const protocol::request_message& request, const protocol::buffer_layout& layout,
                              bool on_device) {
  mapped_buffer mapped{&layout, nullptr, on_device, layout.begin(), layout.end()};
  if (request.report_bytes > 0) {
    mapped.begin = layout.offset;
    mapped.end = layout.offset + layout.bytes();
  }
  return mapped;
}

// At least 1, because only a buffer that is sent as null is a null pointer.
inline std::size_t allocated_bytes(const mapped_buffer& mapped) {
  return std::max<std::size_t>(mapped.end - mapped.begin, 1);
}

inline void* host_memory(const mapped_buffer& mapped) {
  void* base = nullptr;
  if (posix_memalign(&base, protocol::kAlignment, allocated_bytes(mapped)) != 0) throw std::bad_alloc();
  return base;
}

inline void upload(const served_call& served, mapped_buffer& mapped) {
  const protocol::buffer_layout& layout = *mapped.layout;
  require(cudaMalloc(&mapped.base, allocated_bytes(mapped)), "cudaMalloc for `" + layout.name + "`");
  if (served.request->report_bytes > 0 && layout.unset) return;  // keeps it uninitialised for the checkers
  require(
      cudaMemcpy(mapped.base, served.input + mapped.begin, mapped.end - mapped.begin, cudaMemcpyHostToDevice),
      "copying `" + layout.name + "` to the device");
}

// Buffers that the exercise did not use are returned unchanged.
inline void download(served_call& served) {
  std::sort(served.mapped.begin(), served.mapped.end(),
            [](const mapped_buffer& a, const mapped_buffer& b) { return a.begin < b.begin; });
  std::size_t done = 0;
  const auto keep_until = [&](std::size_t end) {
    std::memcpy(served.output + done, served.input + done, end - done);
  };
  for (const mapped_buffer& mapped : served.mapped) {
    keep_until(mapped.begin);
    done = mapped.end;
    unsigned char* to = served.output + mapped.begin;
    const std::size_t bytes = mapped.end - mapped.begin;
    if (mapped.on_device)
      require(cudaMemcpy(to, mapped.base, bytes, cudaMemcpyDeviceToHost),
              "copying `" + mapped.layout->name + "` back from the device");
    else
      std::memcpy(to, mapped.base, bytes);
  }
  keep_until(served.request->image_bytes);
}

}  // namespace runner
