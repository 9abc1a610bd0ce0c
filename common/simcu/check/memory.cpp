// SPDX-License-Identifier: Apache-2.0
// Whether an access goes to memory it may use: out of bounds, after free, uninitialised, misaligned, host
// memory.
#include <pthread.h>

#include <iterator>

#include "checker.h"
#include "launch.h"
#include "report/text.h"
#include "simcu/device_model.h"
#include "worker.h"

extern "C" char __executable_start, _end;

namespace simcu::check {
namespace {

constexpr std::uintptr_t kNear = 1 << 20;
constexpr char kCompareWithZero[] = "Compare the index with zero before the access.";

bool in_program_image(std::uintptr_t a) {
  return a >= reinterpret_cast<std::uintptr_t>(&__executable_start) &&
         a < reinterpret_cast<std::uintptr_t>(&_end);
}

bool in_thread_storage(
    std::uintptr_t a) {  // threadIdx and the like lie right below the thread's control block
  constexpr std::uintptr_t kReach = 256 * 1024;
  const std::uintptr_t self = pthread_self();
  return a > self - kReach && a < self + kReach;
}

// Whether what follows this variable is a gap.
bool has_gap(const symbol_info* s) {
  const char* end = static_cast<const char*>(s->address) + s->bytes;
  const symbol_info* next = find_symbol_before(end + 64 + 1);
  return next && next != s && !*next->name;
}

}  // namespace

space checker::classify(const event& e) {
  if (global_ && global_->contains(e.address)) return valid_global(e) ? space::global : space::ignored;
  if (live_->shared->contains(e.address)) return valid_shared(e) ? space::shared : space::ignored;
  if (this_worker->on()->stack <= reinterpret_cast<char*>(e.address) &&
      reinterpret_cast<char*>(e.address) < this_worker->on()->stack + this_worker->on()->bytes)
    return space::ignored;
  if (in_program_image(e.address)) {
    std::uintptr_t& known = ignored_variables_[(e.address >> 2) % ignored_variables_.size()];
    if (known == e.address) return space::ignored;
    const space found = classify_variable(e);
    if (found == space::ignored) known = e.address;
    return found;
  }
  if (e.address >= pinned_from_ && e.address < pinned_to_ && shadow_around(e.address)) return space::global;
  if (!in_thread_storage(e.address)) check_host_pointer(e);
  return space::ignored;
}

space checker::classify_variable(const event& e) {
  const auto end = [](const symbol_info* s) {
    return reinterpret_cast<std::uintptr_t>(s->address) + s->bytes;
  };
  const symbol_info* s = find_symbol_around(reinterpret_cast<const void*>(e.address));
  if (s && *s->name && e.address + e.bytes <= end(s)) return space::symbol;
  if (!s) s = find_symbol_before(reinterpret_cast<const void*>(e.address));
  // Behind every variable of the device (and before the first) lies a gap without a name; alignment may part
  // them.
  constexpr std::uintptr_t kMostAlignment = 64;
  const bool in_gap =
      s && (!*s->name ? e.address < end(s) : e.address + e.bytes <= end(s) + kMostAlignment && has_gap(s));
  if (in_gap) {
    const symbol_info* v = *s->name ? s : find_symbol_before(s->address);
    const std::string name =
        v ? std::string(" at byte ") +
                std::to_string(e.address - reinterpret_cast<std::uintptr_t>(v->address)) + " of `" + v->name +
                "`, which has " + bytes_text(v->bytes)
          : " before the first variable of the device";
    found("out-of-bounds", "global", e, access_verb(e.write, e.bytes) + name,
          "Compare the index with the array's size before the access.");
  } else if (is_host_variable(e.address)) {
    host_memory(e);
  }
  return space::ignored;
}

bool checker::valid_global(const event& e) {
  for (const auto& [from, to] : cached_)
    if (e.address >= from && e.address + e.bytes <= to) return true;
  const memory_info m = describe_pointer(reinterpret_cast<const void*>(e.address));
  const auto base = reinterpret_cast<std::uintptr_t>(m.base);
  if (m.live && e.address >= base && e.address + e.bytes <= base + m.bytes) {
    cached_[cached_next_++ % cached_.size()] = {base, base + m.bytes};
    return true;
  }
  fault_found_ = true;
  const known_place p = find_place(e.address, e.bytes);
  const std::string name = p.where.name.empty() ? "" : p.where.text + ", ";
  char text[200] = "";
  describe_fault_address(reinterpret_cast<const void*>(e.address), text, sizeof text);
  const std::string does = access_verb(e.write, e.bytes);
  if (m.kind != memory_kind::unknown && !m.live)
    found("use-after-free", "", e, does + " of memory that was freed: " + name + text,
          "Free it after the last kernel that uses it.");
  else
    found("out-of-bounds", "global", e, does + " outside of every allocation: " + name + text,
          "Compare the index with the array's size before the access.");
  return false;
}

inline bool checker::valid_shared(const event& e) {
  for (const auto& a : live_->arrays)
    if (e.address >= a.address && e.address + e.bytes <= a.address + a.bytes) return true;
  outside_shared(e);
  return false;
}

void checker::outside_shared(const event& e) {
  const live_block::array *below = nullptr, *above = array_above(e.address);
  for (const auto& a : live_->arrays)
    if (a.address <= e.address && (!below || a.address > below->address)) below = &a;
  if (!below && above) {
    found("out-of-bounds", "shared", e,
          access_verb(e.write, e.bytes) + " " + bytes_text(above->address - e.address) + " before `" +
              above->name + "`",
          kCompareWithZero);
    return;
  }
  std::string where = "outside of every shared array";
  if (below) {
    const known_place p = find_place(e.address, e.bytes);
    where =
        "at " +
        (p.where.name.empty() ? "byte " + std::to_string(e.address - below->address) + " of " + below->name
                              : p.where.text) +
        ", but it has " + bytes_text(below->bytes);
    if (p.element && below->bytes % p.element == 0)
      where += " (" + std::to_string(below->bytes / p.element) +
               (below->bytes == p.element ? " element)" : " elements)");
  }
  found("out-of-bounds", "shared", e, access_verb(e.write, e.bytes) + " " + where,
        "Compare the index with the array's size before the access.");
}

const live_block::array* checker::array_above(std::uintptr_t address) const {
  const live_block::array* above = nullptr;
  for (const auto& a : live_->arrays)
    if (a.address > address && (!above || a.address < above->address)) above = &a;
  return above;
}

// An unsigned index below zero counts down from 2^32 elements. Reports an access that is so far behind memory
// of the device.
bool checker::index_below_zero(const event& e) {
  const std::uintptr_t meant = e.address - (static_cast<std::uintptr_t>(e.bytes) << 32);
  const auto is_near = [&](const shadow_range& range) {
    return meant + kNear - range.base() < range.bytes() + kNear;
  };
  const bool shared = is_near(*live_->shared);
  if (!shared && !(global_ && is_near(*global_))) return false;
  fault_found_ = true;
  const live_block::array* array = shared ? array_above(meant) : nullptr;
  const std::string name = array ? std::string(" of `") + array->name + "`" : "";
  found("out-of-bounds", shared ? "shared" : "global", e,
        access_verb(e.write, e.bytes) + " where an unsigned index below zero" + name + " leads",
        kCompareWithZero);
  return true;
}

void checker::check_initialised(shadow_range& shadow, const event& e) {
  if (shadow.marked(e.address, e.bytes)) return;
  if (!e.write && !shadow.initialised(e.address, e.bytes))
    found("uninitialised-read", space_ == space::shared ? "shared" : "global", e,
          access_verb(false, e.bytes) + " of " + find_place(e.address, e.bytes).where.text +
              ", which nobody has written",
          space_ == space::shared
              ? "Shared memory starts with undefined contents: let every thread write its part, then "
                "__syncthreads()."
              : "cudaMalloc does not clear memory: use cudaMemset, or write before you read.");
  shadow.mark(e.address, e.bytes);
}

// The compiler reports misaligned pointers where they are used (it may split the access); atomic operations
// it does not.
void checker::check_alignment(const event& e) {
  if (e.atomic && e.bytes <= 16 && (e.bytes & (e.bytes - 1)) == 0 && (e.address & (e.bytes - 1)) != 0)
    found("misaligned", "", e,
          access_verb(e.write, e.bytes) + " at an address that is no multiple of " + std::to_string(e.bytes),
          "A GPU cannot do this: align the pointer, or use smaller accesses.");
}

void checker::misaligned_pointer(std::uintptr_t address, unsigned alignment, bool write, const void* pc) {
  const event e{address, 1, write, false, pc};
  if (!running_ || address < 4096) return;
  fault_found_ = true;  // the access itself may fail too
  found("misaligned", "", e,
        std::string("uses a pointer whose address is no multiple of ") + std::to_string(alignment),
        "A GPU cannot do this: align the pointer, or use smaller accesses.");
}

void checker::check_host_pointer(const event& e) {
  const memory_info m = describe_pointer(reinterpret_cast<const void*>(e.address));
  if (m.kind == memory_kind::pinned_host || m.kind == memory_kind::managed) return;
  const auto block = heap_.upper_bound(e.address);
  if (block != heap_.begin() && e.address < std::prev(block)->first + std::prev(block)->second) return;
  const bool null = e.address < kNear;
  if (null || (global_ && global_->base() - e.address <= kNear)) {
    fault_found_ = true;
    found("out-of-bounds", "global", e,
          access_verb(e.write, e.bytes) +
              (null ? " at or near the null pointer" : " before the first allocation"),
          null ? "Check that the pointer was set and its cudaMalloc succeeded." : kCompareWithZero);
    return;
  }
  if (!index_below_zero(e)) host_memory(e);
}

void checker::host_memory(const event& e) {
  found("host-pointer", "", e,
        std::string(e.write ? "writes" : "reads") + " host memory: a kernel can only use device memory",
        "Copy the data to memory from cudaMalloc, and pass that pointer.");
}

void checker::allocated(void* address, std::size_t bytes) {
  if (!global_) global_ = std::make_unique<shadow_range>(arena_base(), arena_bytes());
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  cached_ = {};
  allocations_[a] = {allocations_made_++, bytes};
  if (!global_->contains(a)) return;
  global_->forget(a, bytes);
  // Host code writes managed memory by itself, unseen.
  if (describe_pointer(address).kind == memory_kind::managed) global_->initialised_by_host(a, bytes);
}

void checker::freed(void* address, std::size_t) {
  cached_ = {};
  allocations_.erase(reinterpret_cast<std::uintptr_t>(address));
}

void checker::written_by_host(void* address, std::size_t bytes) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  if (global_ && global_->contains(a) && bytes) global_->initialised_by_host(a, bytes);
}

void checker::copied_on_device(void* to, const void* from, std::size_t bytes) {
  const auto source = reinterpret_cast<std::uintptr_t>(from), target = reinterpret_cast<std::uintptr_t>(to);
  if (!global_ || !global_->contains(target)) return;
  if (!global_->contains(source)) return written_by_host(to, bytes);
  global_->copied(target, source, bytes);
}

}  // namespace simcu::check
