// SPDX-License-Identifier: Apache-2.0
#include "link/device_port.h"

#include <cstdlib>
#include <cstring>

#include "base/machine.h"
#include "device/print.h"
#include "link/errors.h"
#include "link/launches.h"
#include "memory/arena.h"
#include "memory/classes.h"
#include "simcu/device_model.h"
#include "simcu/runtime_api.h"

namespace simcu {
namespace {

device_port here;
device_port* used = &here;

void tell_pinned(const void* p, std::size_t bytes, bool still) {
  if (!the_observer) return;
  if (!still) the_observer->host_waits_for_device();
  the_observer->pinned(p, bytes, still);
}

}  // namespace

device_port& the_device() { return *used; }
void replace_device(device_port& other) { used = &other; }

void* device_port::allocate(std::size_t bytes, memory_kind kind) {
  void* p = memory_arena::instance().allocate(bytes, kind);
  if (p != nullptr && the_observer) the_observer->allocated(p, bytes);
  return p;
}

bool device_port::release(void* p, const device_transfer* in_stream) {
  memory_arena* arena = memory_arena::existing();
  if (arena == nullptr || !arena->release(p)) return false;
  if (!the_observer) return true;
  if (in_stream)
    the_observer->freed_in_stream(*in_stream);
  else
    the_observer->host_waits_for_device();
  the_observer->freed(p, 0);
  return true;
}

std::size_t device_port::free_bytes() { return memory_arena::instance().free_bytes(); }

void* device_port::allocate_pinned(std::size_t bytes, unsigned flags) {
  void* p = nullptr;
  if (posix_memalign(&p, page_size(), whole_pages(bytes) + page_size()) != 0) return nullptr;
  std::memset(p, model::kGlobalPoison, bytes);
  register_pinned(p, bytes, flags);
  return p;
}

void device_port::release_pinned(void* p, std::size_t bytes) {
  unregister_pinned(p);
  if (!the_observer) {
    std::free(p);
    return;
  }
  // Keeps the address in use, because another allocation there could not be distinguished from this one.
  madvise(p, whole_pages(bytes), MADV_DONTNEED);
  keep_freed(p, bytes);
}

bool device_port::register_pinned(void* p, std::size_t bytes, unsigned) {
  tell_pinned(p, bytes, true);
  return true;
}

void device_port::unregister_pinned(void* p) { tell_pinned(p, 0, false); }

void device_port::reset() {
  if (memory_arena* arena = memory_arena::existing())
    for (void* p : arena->release_all())
      if (the_observer) the_observer->freed(p, 0);
  reset_faults();
}

void device_port::move(void* written, const void* read, void* to, const void* from, std::size_t bytes,
                       bool tell) {
  const device_memory_open open(written, read);
  std::memmove(written, read, bytes);
  if (the_observer) the_observer->moved(to, from, bytes);
  if (!tell || !the_observer) return;
  if (in_device_range(from))
    the_observer->copied_on_device(to, from, bytes);
  else
    the_observer->written_by_host(to, bytes);
}

void device_port::copy(void* to, const void* from, std::size_t bytes, bool tell) {
  move(to, from, to, from, bytes, tell);
}

void device_port::fill(void* p, int value, std::size_t bytes) {
  const device_memory_open open(p);
  std::memset(p, value, bytes);
  if (the_observer) the_observer->written_by_host(p, bytes);
}

int device_port::launch(const configuration& how, const kernel_body& body, int bad_parameter) {
  return launch_here(how, body, bad_parameter < 0 ? nullptr : body.parameters + bad_parameter);
}

void device_port::allow_dynamic_shared(const void* identity, std::size_t bytes) {
  allow_dynamic_shared_here(identity, bytes);
}

void device_port::flush_output() { flush_kernel_output(); }
void device_port::set_print_capacity(std::size_t bytes) { simcu::set_print_capacity(bytes); }
std::size_t device_port::print_capacity() { return simcu::print_capacity(); }

}  // namespace simcu
