// SPDX-License-Identifier: Apache-2.0
#include "simcu/device.h"

#include "base/observer.h"
#include "base/settings.h"
#include "device/block.h"
#include "device/launch.h"
#include "device/worker.h"
#include "simcu/device_model.h"

namespace simcu {

observer* the_observer = nullptr;

namespace {
block& running() { return *this_worker->running(); }
}  // namespace

bool in_kernel() { return this_worker && this_worker->on(); }

unsigned converged_lanes(location where) { return running().converge(where); }
void grid_barrier(location where) { running().grid_barrier(where); }
bool launched_cooperatively() { return this_worker->grid()->cooperative; }

unsigned thread_rank() { return running().current(); }
unsigned lane_id() { return thread_rank() % 32; }
unsigned warp_id() { return thread_rank() / 32; }
unsigned block_size() { return running().count(); }
unsigned sm_id() {
  const uint3 b = running().index();
  return static_cast<unsigned>((b.x + std::uint64_t{gridDim.x} * (b.y + std::uint64_t{gridDim.y} * b.z)) %
                               static_cast<unsigned>(this_device().multiprocessors()));
}

unsigned sm_count() { return static_cast<unsigned>(this_device().multiprocessors()); }

void memory_fence(bool whole_device, bool releases) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (!the_observer || !in_kernel()) return;
  const char was = preemptible;
  preemptible = 0;
  the_observer->fence(whole_device, releases);
  preemptible = was;
}

void spin_yield() {
  if (in_kernel()) running().yield(static_cast<const char*>(__builtin_return_address(0)) - 1);
}
void spin_hint() {
  ++spin_hints;
  if (--spin_budget <= 0 && in_kernel())
    running().yield(static_cast<const char*>(__builtin_return_address(0)) - 1);
}

void* shared_storage(int slot, std::size_t bytes, std::size_t alignment, const char* name) {
  const char was = preemptible;
  preemptible = 0;
  void* address = running().shared_storage(slot, bytes, alignment, name);
  preemptible = was;
  return address;
}
void* dynamic_shared_storage(const char* name, const array_shape& shape) {
  void* address = running().dynamic_shared();
  if (the_observer) shared_array(name, address, this_worker->grid()->dynamic_shared, shape);
  return address;
}
void shared_array(const char* name, const volatile void* address, std::size_t bytes,
                  const array_shape& shape) {
  const char was = preemptible;
  preemptible = 0;
  if (the_observer)
    the_observer->array_appears(running(), {name, const_cast<const void*>(address), bytes, shape});
  preemptible = was;
}

}  // namespace simcu
