// SPDX-License-Identifier: Apache-2.0
#include "checks/bounds.h"

#include "base/machine.h"
#include "base/side.h"
#include "checks/found.h"
#include "device/fault.h"
#include "device/launch.h"
#include "device/worker.h"
#include "memory/arena.h"
#include "memory/classes.h"
#include "report/text.h"
#include "simcu/atomics.h"
#include "simcu/device.h"
#include "simcu/kernel.h"
#include "state/host_variables.h"

extern "C" char __executable_start, _end;

namespace simcu::check {
namespace {

constexpr std::uintptr_t kNear = 1 << 20;
constexpr const char* kFreeLater = "Free the memory after the last kernel that uses it.";

bool in_program_image(std::uintptr_t a) {
  return a >= reinterpret_cast<std::uintptr_t>(&__executable_start) &&
         a < reinterpret_cast<std::uintptr_t>(&_end);
}

template <class T>
bool is_part_of(const T& variable, const event& e) {
  const auto begin = reinterpret_cast<std::uintptr_t>(&variable);
  return e.address >= begin && e.address + e.bytes <= begin + sizeof variable;
}

// Kernels may read these thread-local variables. All other thread-local memory belongs to the host or the
// runtime.
bool is_built_in(const event& e) {
  return !e.write && (is_part_of(threadIdx, e) || is_part_of(blockIdx, e) || is_part_of(blockDim, e) ||
                      is_part_of(gridDim, e) || is_part_of(schedule_points, e));
}

// The words in which a running function saves its caller's frame pointer and its return address, or the
// memory above the kernel's frames. Checked programs and the checkers have frame pointers. WebAssembly keeps
// neither word in memory.
#ifdef __wasm__
bool is_a_functions_own(const event&, std::uintptr_t) { return false; }
#else
bool is_a_functions_own(const event& e, std::uintptr_t end_of_stack) {
  constexpr std::uintptr_t kWords = 2 * sizeof(void*);
  auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  while (frame != 0 && frame < e.address + e.bytes) {
    if (e.address < frame + kWords) return true;
    const std::uintptr_t caller = *reinterpret_cast<const std::uintptr_t*>(frame);
    if (caller <= frame || caller >= end_of_stack) return true;
    frame = caller;
  }
  return false;
}
#endif

bool has_gap(const symbol_info* s) {
  const char* end = static_cast<const char*>(s->address) + s->bytes;
  const symbol_info* next = find_symbol_before(end + 64 + 1);
  return next && next != s && !*next->name;
}

}  // namespace

bounds::range bounds::around(event e) {
  // An access that crosses the end of a kind of memory isn't inside it.
  const std::uintptr_t last = e.address + e.bytes - 1;
  const auto stack = reinterpret_cast<std::uintptr_t>(this_worker->on()->stack);
  if (e.address >= stack && last < stack + this_worker->on()->bytes) {
    if (e.write) this_worker->on()->goes_down_to(reinterpret_cast<const void*>(e.address));
    if (e.write && is_a_functions_own(e, stack + this_worker->on()->bytes)) past_local_arrays(e);
    return {};
  }
  if (state_.memory.is_global(e.address) && state_.memory.is_global(last)) return in_allocation(e);
  const shadow_range& shared = *state_.run.live()->shared;
  if (shared.contains(e.address) && shared.contains(last)) return in_shared_array(e);
  if (in_program_image(e.address)) {
    std::uintptr_t& known = ignored_variables_[(e.address >> 2) % ignored_variables_.size()];
    if (known == e.address && !e.write) return {};
    const range found = variable(e);
    if (!found.holds(e) && !e.write) known = e.address;
    return found;
  }
  const shadow_range* const pinned =
      state_.memory.may_be_pinned(e.address) ? state_.memory.around(e.address) : nullptr;
  if (pinned != nullptr && pinned->contains(last)) return {e.address, e.address + e.bytes, space::global};
  if (is_built_in(e)) return {e.address, e.address + e.bytes, space::ignored};
  const memory_info m = describe_pointer(reinterpret_cast<const void*>(e.address));
  if (m.kind == memory_kind::pinned_host || m.kind == memory_kind::managed) return {};
  elsewhere(e);
  if (e.address >= kNear) stop_if_apart(e);
  return {};
}

bounds::range bounds::variable(const event& e) {
  const auto end = [](const symbol_info* s) {
    return reinterpret_cast<std::uintptr_t>(s->address) + s->bytes;
  };
  const auto* const address = reinterpret_cast<const char*>(e.address);
  const auto* const last = address + (e.bytes - 1);
  const symbol_info* s = find_symbol_around(address);
  if (s && *s->name && e.address + e.bytes <= end(s))
    return {reinterpret_cast<std::uintptr_t>(s->address), end(s), space::symbol};
  if (!s) s = find_symbol_before(address);
  // A gap follows every device variable and precedes the first one. Alignment may leave padding before a gap.
  constexpr std::uintptr_t kMostAlignment = 64;
  const bool in_gap =
      s && (!*s->name ? e.address < end(s) : e.address + e.bytes <= end(s) + kMostAlignment && has_gap(s));
  if (in_gap) {
    const symbol_info* v = *s->name ? s : find_symbol_before(s->address);
    const std::string name =
        v ? std::string(" at byte ") +
                std::to_string(e.address - reinterpret_cast<std::uintptr_t>(v->address)) + " of `" + v->name +
                "`, which has " + bytes_text(v->bytes)
          : " before the first device variable";
    found(state_, "out-of-bounds", "global", e, access_verb(e.write, e.bytes) + name, kCompareWithSize);
    if (!is_device_variable(last)) stop_if_apart(e);
  } else if (is_host_variable(e.address) ||
             (e.write && !(is_device_variable(address) && is_device_variable(last)))) {
    host_memory(e, true);
  }
  return {};
}

bounds::range bounds::in_allocation(const event& e) {
  for (const range& r : recent_allocations_)
    if (r.holds(e)) return r;
  const memory_info m = describe_pointer(reinterpret_cast<const void*>(e.address));
  const auto base = reinterpret_cast<std::uintptr_t>(m.base);
  if (m.live && e.address >= base && e.address + e.bytes <= base + m.bytes)
    return recent_allocations_[recent_next_++ % recent_allocations_.size()] = {base, base + m.bytes,
                                                                               space::global};
  outside_allocations(e, m);
  return {};
}

// `name` gets the array's name, unless several arrays begin there.
bool bounds::below_parameter(std::uintptr_t meant, const char*& name) const {
  std::uintptr_t nearest = kNear + 1;
  for (const named_parameter* p = state_.run.grid()->body.parameters; p && p->name; ++p) {
    const std::uintptr_t distance = reinterpret_cast<std::uintptr_t>(p->pointer) - meant;
    if (distance > nearest || distance > kNear) continue;
    name = distance == nearest ? nullptr : p->name;
    nearest = distance;
  }
  return nearest <= kNear;
}

// Undoes the wrap-around of an unsigned 32-bit index that fell below zero. With 32-bit addresses, nothing
// changes.
std::uintptr_t bounds::meant_below_zero(const event& e) {
  return static_cast<std::uintptr_t>(e.address - (static_cast<std::uint64_t>(e.bytes) << 32));
}
void bounds::below_zero(const event& e, const char* kind, const char* array) {
  explains_failure_ = true;
  const std::string name = array ? std::string(" of `") + array + "`" : "";
  found(state_, "out-of-bounds", kind, e,
        access_verb(e.write, e.bytes) + " far out of bounds: an unsigned index" + name + " fell below zero",
        kCompareBeforeSubtracting);
}

void bounds::outside_allocations(const event& e, const memory_info& m) {
  explains_failure_ = true;
  const known_place p = state_.names.place_of(e.address, e.bytes, e.write);
  const char* array = nullptr;
  if (m.kind == memory_kind::unknown && p.where.name.empty() && below_parameter(meant_below_zero(e), array)) {
    below_zero(e, "global", array);
    return;
  }
  const std::string name = p.where.name.empty() ? "" : p.where.text + ", ";
  char text[200] = "";
  describe_fault_address(reinterpret_cast<const void*>(e.address), text, sizeof text);
  const std::string does = access_verb(e.write, e.bytes);
  if (m.kind != memory_kind::unknown && !m.live)
    found(state_, "use-after-free", "", e, does + " of memory that was freed: " + name + text, kFreeLater);
  else
    found(state_, "out-of-bounds", "global", e, does + " outside every allocation: " + name + text,
          p.where.has_index && p.where.index < 0 ? kCompareWithZero : kCompareWithSize);
}

bounds::range bounds::in_shared_array(const event& e) {
  for (const auto& a : state_.run.live()->arrays) {
    const range r{a.address, a.address + a.bytes, space::shared};
    if (r.holds(e)) return r;
  }
  outside_shared_arrays(e);
  return {};
}

void bounds::outside_shared_arrays(const event& e) {
  const live_block::array *below = nullptr, *above = array_above(e.address);
  for (const auto& a : state_.run.live()->arrays)
    if (a.address <= e.address && (!below || a.address > below->address)) below = &a;
  if (!below && above) {
    found(state_, "out-of-bounds", "shared", e,
          access_verb(e.write, e.bytes) + " " + bytes_text(above->address - e.address) + " before `" +
              above->name + "`",
          kCompareWithZero);
    return;
  }
  if (!below) {
    found(state_, "out-of-bounds", "shared", e,
          access_verb(e.write, e.bytes) + " of shared memory, but the block has none",
          "The third number in <<<...>>> is the size of an extern __shared__ array in bytes.");
    return;
  }
  const known_place p = state_.names.place_of(e.address, e.bytes);
  std::string where =
      "at " +
      (p.where.name.empty() ? "byte " + std::to_string(e.address - below->address) + " of " + below->name
                            : p.where.text) +
      ", but it has " + bytes_text(below->bytes);
  const bool is_member = p.where.text.find("].") != std::string::npos;  // smaller than the array's elements
  if (p.element && !is_member && below->bytes % p.element == 0)
    where += " (" + std::to_string(below->bytes / p.element) +
             (below->bytes == p.element ? " element)" : " elements)");
  const std::string advice = below->name == live_block::kDynamicShared
                                 ? std::string(kCompareWithSize) +
                                       " The third number in <<<...>>> is the size of an extern __shared__ "
                                       "array in bytes."
                                 : kCompareWithSize;
  found(state_, "out-of-bounds", "shared", e, access_verb(e.write, e.bytes) + " " + where, advice);
}

const live_block::array* bounds::array_above(std::uintptr_t address) const {
  const live_block::array* above = nullptr;
  for (const auto& a : state_.run.live()->arrays)
    if (a.address > address && (!above || a.address < above->address)) above = &a;
  return above;
}

// Reports an access far past all device memory if a wrapped unsigned index explains it.
bool bounds::index_below_zero(const event& e) {
  const std::uintptr_t meant = meant_below_zero(e);
  const auto is_near = [&](const shadow_range& range) {
    return meant + kNear - range.base() < range.bytes() + kNear;
  };
  if (is_near(*state_.run.live()->shared)) {
    const live_block::array* array = array_above(meant);
    below_zero(e, "shared", array ? array->name : nullptr);
    return true;
  }
  // Device memory is large, so if the index was much too large, `meant` can be in device memory by chance.
  const char* array = nullptr;
  if (!below_parameter(meant, array) && !describe_pointer(reinterpret_cast<const void*>(meant)).live)
    return false;
  below_zero(e, "global", array);
  return true;
}

void bounds::elsewhere(const event& e) {
  const bool null = e.address < kNear;
  const shadow_range* const global = state_.memory.global();
  if (null || (global && global->base() - e.address <= kNear)) {
    explains_failure_ = true;
    found(state_, "out-of-bounds", "global", e,
          access_verb(e.write, e.bytes) +
              (null ? " at or near the null pointer" : " before the first allocation"),
          null ? "Check that the pointer was set and its cudaMalloc succeeded." : kCompareWithZero);
    return;
  }
  if (this_worker->is_stack(reinterpret_cast<const void*>(e.address))) {
    found(state_, "out-of-bounds", "", e, access_verb(e.write, e.bytes) + " of another thread's local memory",
          "Local memory is private to each thread: put the value into __shared__ memory, or pass it with a "
          "shuffle.");
    return;
  }
  const pinned_info pinned = pinned_below(reinterpret_cast<const void*>(e.address));
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(pinned.base) + pinned.bytes;
  if (pinned.bytes != 0 && !pinned.registered && e.address - end < page_size()) {
    found(state_, "out-of-bounds", "global", e,
          access_verb(e.write, e.bytes) + " outside pinned host memory: " + bytes_text(e.address - end) +
              " past the end of " + bytes_text(pinned.bytes),
          kCompareWithSize);
    return;
  }
  if (find_freed_pinned(reinterpret_cast<const void*>(e.address)).bytes != 0) {
    found(state_, "use-after-free", "", e,
          access_verb(e.write, e.bytes) + " of pinned host memory that was freed", kFreeLater);
    return;
  }
  if (!index_below_zero(e)) host_memory(e, false);
}

void bounds::past_local_arrays(const event& e) {
  found(state_, "out-of-bounds", "", e,
        access_verb(e.write, e.bytes) + " past a local array, over its function's return address",
        kCompareWithSize);
  stop_if_apart(e);
}

// A pointer to host memory is usually a kernel parameter; without one, the index may be wrong instead.
void bounds::host_memory(const event& e, bool certain) {
  bool passed = certain, any = false;
  for (const named_parameter* p = state_.run.grid()->body.parameters; p && p->name; ++p) {
    any = any || p->pointer;
    passed =
        passed || (reinterpret_cast<std::uintptr_t>(p->pointer) >= kNear &&
                   describe_pointer(p->pointer).kind == memory_kind::unknown && !in_device_range(p->pointer));
  }
  if (passed || !any)
    found(state_, "host-pointer", "", e,
          std::string(e.write ? "writes" : "reads") + " host memory, but a kernel can use only device memory",
          "Copy the data to memory from cudaMalloc, and pass the pointer to that memory.");
  else
    found(state_, "out-of-bounds", "", e, access_verb(e.write, e.bytes) + " far outside all device memory",
          "Usually an index is much too large: check how it's computed. If the pointer is to host "
          "memory, copy the data to memory from cudaMalloc, and use that memory.");
  stop_if_apart(e);
}

// In a separate device process, this memory belongs to the runtime, so the launch fails before the access.
void bounds::stop_if_apart(const event& e) {
  if (the_side != side::device) return;
  explains_failure_ = true;
  launch& grid = *this_worker->grid();
  if (grid.claim_failure()) {
    grid.error = kIllegalAddress;
    blame_running_thread(grid, e.pc);
    grid.publish_failure();
  }
  this_worker->leave_fiber();
}

}  // namespace simcu::check
