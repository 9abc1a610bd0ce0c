// SPDX-License-Identifier: Apache-2.0
#include "state/device_memory.h"

#include <algorithm>
#include <iterator>

#include "simcu/host.h"
#include "simcu/kernel.h"

namespace simcu::check {

const shadow_range* device_memory::around(std::uintptr_t a) const {
  if (is_global(a)) return global_.get();
  const auto after = pinned_.upper_bound(a);
  if (after != pinned_.begin() && std::prev(after)->second->contains(a))
    return std::prev(after)->second.get();
  const symbol_info* s = variables_.empty() ? nullptr : find_symbol_around(reinterpret_cast<const void*>(a));
  const auto variable = s ? variables_.find(s->address) : variables_.end();
  return variable != variables_.end() ? variable->second.get() : nullptr;
}

shadow_range& device_memory::around_variable(std::uintptr_t a) {
  if (a >= recent_from_ && a < recent_to_) return *recent_;
  const symbol_info* s = find_symbol_around(reinterpret_cast<const void*>(a));
  auto& shadow = variables_[s->address];
  if (!shadow) {
    shadow = std::make_unique<shadow_range>(s->address, s->bytes + 16);
    shadow->initialised_by_host(reinterpret_cast<std::uintptr_t>(s->address), s->bytes);
  }
  recent_from_ = reinterpret_cast<std::uintptr_t>(s->address);
  recent_to_ = recent_from_ + s->bytes;
  return *(recent_ = shadow.get());
}

void device_memory::allocated(void* address, std::size_t bytes) {
  if (!global_) {
    global_ = std::make_unique<shadow_range>(arena_base(), arena_bytes());
    global_from_ = global_->base();
    global_bytes_ = global_->bytes();
  }
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  allocations_[a] = {allocations_made_++, bytes};
  if (!global_->contains(a)) return;
  global_->forget(a, bytes);
  // Host code writes managed memory directly, and those writes are not observed.
  if (describe_pointer(address).kind == memory_kind::managed) global_->initialised_by_host(a, bytes);
}

void device_memory::freed(void* address) {
  const auto found = allocations_.find(reinterpret_cast<std::uintptr_t>(address));
  if (found == allocations_.end()) return;
  if (is_global(found->first) && found->second.bytes != 0)
    global_->give_back(found->first, found->second.bytes);
  allocations_.erase(found);
}

void device_memory::pinned(const void* address, std::size_t bytes, bool still) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  if (still) {
    auto& shadow = pinned_[a] = std::make_unique<shadow_range>(address, bytes);
    shadow->initialised_by_host(a, bytes);  // writes by host code are not observed
  } else {
    pinned_.erase(a);
  }
  pinned_from_ = pinned_.empty() ? 0 : pinned_.begin()->first;
  pinned_to_ = pinned_.empty() ? 0 : pinned_.rbegin()->first + pinned_.rbegin()->second->bytes();
}

void device_memory::written_by_host(void* address, std::size_t bytes) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  if (is_global(a) && bytes) global_->initialised_by_host(a, bytes);
}

void device_memory::copied_on_device(void* to, const void* from, std::size_t bytes) {
  const auto source = reinterpret_cast<std::uintptr_t>(from), target = reinterpret_cast<std::uintptr_t>(to);
  if (!is_global(target)) return;
  if (!is_global(source)) return written_by_host(to, bytes);
  global_->copied(target, source, bytes);
}

void device_memory::forget_accesses() {
  if (global_) {
    std::uintptr_t done = global_->base();
    for (const auto& [address, a] : allocations_) {
      if (!global_->contains(address)) continue;
      if (address > done) global_->forget(done, address - done);
      global_->forget_accesses(address, a.bytes);
      done = std::max(done, address + ((a.bytes + 3) & ~std::size_t{3}));
    }
    global_->forget(done, global_->base() + global_->bytes() - done);
  }
  for (const auto& [address, shadow] : pinned_) shadow->forget_accesses(shadow->base(), shadow->bytes());
  for (const auto& [address, shadow] : variables_) shadow->forget_accesses(shadow->base(), shadow->bytes());
}

}  // namespace simcu::check
