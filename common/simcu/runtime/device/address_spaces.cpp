// SPDX-License-Identifier: Apache-2.0
// Which of CUDA's address spaces an address of the running thread belongs to.
#include "device/block.h"
#include "device/launch.h"
#include "device/worker.h"
#include "simcu/cache_ops.h"
#include "simcu/error_codes.h"

namespace simcu {

bool in_shared_memory(const void* p) {
  if (!in_kernel()) return false;
  const block& b = *this_worker->running();
  const char* start = static_cast<const char*>(b.shared_base());
  return p >= start && p < start + b.shared_capacity();
}

std::size_t shared_address(const void* p) {
  if (!in_kernel()) return 0;
  return static_cast<std::size_t>(static_cast<const char*>(p) -
                                  static_cast<const char*>(this_worker->running()->shared_base()));
}

void* at_shared_address(std::size_t address, location where) {
  if (!in_kernel()) return nullptr;
  const block& b = *this_worker->running();
  if (address >= b.shared_capacity())
    fail_kernel(cudaErrorIllegalAddress,
                "an address of shared memory lies outside it: a 64-bit pointer must first go "
                "through __cvta_generic_to_shared()",
                where);
  return static_cast<char*>(b.shared_base()) + address;
}

bool in_thread_stack(const void* p) {
  if (!in_kernel()) return false;
  const fiber& f = *this_worker->on();
  return p >= f.stack && p < f.top;
}

}  // namespace simcu
