// SPDX-License-Identifier: Apache-2.0
#include "device/block.h"
#include "device/launch.h"
#include "device/worker.h"
#include "simcu/cache_ops.h"

namespace simcu {

bool in_shared_memory(const void* p) {
  if (!in_kernel()) return false;
  const block& b = *this_worker->running();
  const char* start = static_cast<const char*>(b.shared_base());
  return p >= start && p < start + b.shared_capacity();
}

bool in_thread_stack(const void* p) {
  if (!in_kernel()) return false;
  const fiber& f = *this_worker->on();
  return p >= f.stack && p < f.top;
}

}  // namespace simcu
