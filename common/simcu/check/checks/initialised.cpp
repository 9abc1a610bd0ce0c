// SPDX-License-Identifier: Apache-2.0
#include "checks/initialised.h"

#include "checks/found.h"
#include "device/block.h"
#include "report/text.h"

namespace simcu::check {

void initialised::read(event e, const shadow_range& shadow) {
  if (shadow.initialised(e.address, e.bytes)) return;
  if (being_copied_.end_of(e.address) > e.address) {
    found(state_, "uninitialised-read", "shared", e,
          access_verb(false, e.bytes) + " of " + state_.names.place_of(e.address, e.bytes).where.text +
              ", which an asynchronous copy is still writing",
          "Wait for the copy before you read: cooperative_groups::wait, consumer_wait(), the barrier's "
          "wait(), or "
          "__pipeline_wait_prior(); then a barrier, if another thread has started it.");
    return;
  }
  const bool shared = e.where == space::shared;
  found(state_, "uninitialised-read", shared ? "shared" : "global", e,
        access_verb(false, e.bytes) + " of " + state_.names.place_of(e.address, e.bytes).where.text +
            ", which nobody has written",
        shared ? "Shared memory starts with undefined contents: let every thread write its part, then "
                 "__syncthreads()."
               : "cudaMalloc does not clear memory: use cudaMemset, or write before you read.");
}

void initialised::copy_begins(const void* to, std::size_t bytes) {
  const auto a = reinterpret_cast<std::uintptr_t>(to);
  being_copied_.add(a, a + bytes);
  state_.run.shared().unmark(a, bytes);
}

void initialised::block_begins(const block& b) {
  const auto base = reinterpret_cast<std::uintptr_t>(b.shared_base());
  being_copied_.remove(base, base + b.shared_capacity());
}

void initialised::copy_ends(const void* to, std::size_t bytes) {
  const auto a = reinterpret_cast<std::uintptr_t>(to);
  being_copied_.remove(a, a + bytes);
  state_.run.shared().mark(a, bytes);
}

}  // namespace simcu::check
