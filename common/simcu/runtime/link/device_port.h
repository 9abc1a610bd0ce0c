// SPDX-License-Identifier: Apache-2.0
// What the API needs from the device. This class is the device in this process; remote_device.h sends each
// call to the device's process. Callers have checked arguments against CUDA's rules.
#pragma once
#include <cstddef>

#include "base/observer.h"
#include "link/configuration.h"
#include "simcu/host.h"

namespace simcu {

class device_port {
 public:
  virtual ~device_port() = default;

  // ---- memory; calls the observer ----
  virtual void* allocate(std::size_t bytes, memory_kind kind);  // null if not enough memory is left
  // Returns false if allocate did not return p. Without `in_stream` the host waits for the device first.
  virtual bool release(void* p, const device_transfer* in_stream);
  virtual std::size_t free_bytes();
  // Returns null if none is left.
  virtual void* allocate_pinned(std::size_t bytes, unsigned flags);
  virtual void release_pinned(void* p, std::size_t bytes);
  // Returns false if kernels cannot access the memory.
  virtual bool register_pinned(void* p, std::size_t bytes, unsigned flags);
  virtual void unregister_pinned(void* p);
  virtual void reset();

  // ---- copies: each side is in one allocation, variable or host array; bytes > 0 ----
  virtual void copy(void* to, const void* from, std::size_t bytes, bool tell = true);
  virtual void fill(void* p, int value, std::size_t bytes);

  // ---- kernels ----
  // Returns when the grid has ended: 0, or the error that prevented the launch.
  virtual int launch(const configuration& how, const kernel_body& body, int bad_parameter);
  virtual void allow_dynamic_shared(const void* identity, std::size_t bytes);
  virtual void flush_output();

  // ---- cudaDeviceSetLimit ----
  virtual void set_print_capacity(std::size_t bytes);
  virtual std::size_t print_capacity();

 protected:
  // `to` and `from` are the program's addresses; this process has that memory at `written` and `read`.
  static void move(void* written, const void* read, void* to, const void* from, std::size_t bytes, bool tell);
};

device_port& the_device();
void replace_device(device_port& other);  // for the rest of the program

}  // namespace simcu
