// SPDX-License-Identifier: Apache-2.0
#include "memory/classes.h"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <set>

#include "memory/arena.h"
#include "simcu/kernel.h"

namespace simcu {
namespace {

struct pinned_block {
  std::size_t bytes;
  unsigned flags;
  bool registered;
};
using address = std::uintptr_t;

// Never destroyed: programs may free pinned memory in static destructors.
struct tables {
  std::mutex mutex;
  std::map<address, pinned_block> pinned, freed;
  std::set<address> symbols;
};
tables& the_tables() {
  static tables* t = new tables;
  return *t;
}

address key(const void* p) { return reinterpret_cast<address>(p); }

pinned_info find_below(const std::map<address, pinned_block>& blocks, address a) {
  auto after = blocks.upper_bound(a);
  if (after == blocks.begin()) return {nullptr, 0, 0};
  const auto& [start, block] = *std::prev(after);
  return {reinterpret_cast<void*>(start), block.bytes, block.flags, block.registered};
}

pinned_info find_around(const std::map<address, pinned_block>& blocks, address a) {
  const pinned_info below = find_below(blocks, a);
  return a - key(below.base) < below.bytes ? below : pinned_info{nullptr, 0, 0};
}

}  // namespace

void pin(const void* p, std::size_t bytes, unsigned flags, bool registered) {
  tables& t = the_tables();
  std::lock_guard<std::mutex> lock(t.mutex);
  t.pinned[key(p)] = {bytes, flags, registered};
}

bool unpin(const void* p, bool registered) {
  tables& t = the_tables();
  std::lock_guard<std::mutex> lock(t.mutex);
  auto found = t.pinned.find(key(p));
  if (found == t.pinned.end() || found->second.registered != registered) return false;
  t.pinned.erase(found);
  return true;
}

bool overlaps_pinned(const void* p, std::size_t bytes) {
  tables& t = the_tables();
  std::lock_guard<std::mutex> lock(t.mutex);
  if (find_around(t.pinned, key(p)).bytes != 0) return true;
  auto next = t.pinned.lower_bound(key(p));
  return next != t.pinned.end() && next->first < key(p) + bytes;
}

pinned_info find_pinned(const void* p, bool from_signal_handler) {
  tables& t = the_tables();
  std::unique_lock<std::mutex> lock(t.mutex, std::defer_lock);
  if (!from_signal_handler) {
    lock.lock();
  } else if (!lock.try_lock()) {
    return {nullptr, 0, 0};
  }
  return find_around(t.pinned, key(p));
}

pinned_info pinned_below(const void* p) {
  tables& t = the_tables();
  std::lock_guard<std::mutex> lock(t.mutex);
  return find_below(t.pinned, key(p));
}

void keep_freed(const void* p, std::size_t bytes) {
  tables& t = the_tables();
  std::lock_guard<std::mutex> lock(t.mutex);
  t.freed[key(p)] = {bytes, 0, false};
}

pinned_info find_freed_pinned(const void* p) {
  tables& t = the_tables();
  std::lock_guard<std::mutex> lock(t.mutex);
  return find_around(t.freed, key(p));
}

void remember_symbol(const void* address) {
  tables& t = the_tables();
  std::lock_guard<std::mutex> lock(t.mutex);
  t.symbols.insert(key(address));
}

void remember_symbols_in(const void* copied_to_host, std::size_t bytes) {
  constexpr std::size_t kMost = 1 << 20;  // longer data is not a list of pointers
  constexpr address kReach = 1 << 30;     // all variables of a program are within this distance
  const symbol_info* last = find_symbol_before(reinterpret_cast<const void*>(UINTPTR_MAX));
  if (last == nullptr || bytes > kMost) return;
  const address end = key(last->address) + last->bytes;
  for (std::size_t at = 0; at + sizeof(address) <= bytes; at += sizeof(address)) {
    address word;
    std::memcpy(&word, static_cast<const char*>(copied_to_host) + at, sizeof word);
    if (word >= end || word < end - kReach) continue;
    if (const symbol_info* s = find_symbol_around(reinterpret_cast<const void*>(word)))
      remember_symbol(s->address);
  }
}

const symbol_info* symbol_by_its_name(const void* p) {
  const symbol_info* s = find_symbol_around(p);
  if (s == nullptr || *s->name == '\0' || s->kind == symbol_kind::managed) return nullptr;
  tables& t = the_tables();
  std::lock_guard<std::mutex> lock(t.mutex);
  return t.symbols.count(key(s->address)) != 0 ? nullptr : s;
}

memory_place classify(const void* p) {
  if (in_device_range(p)) {
    const memory_info info = describe_pointer(p);
    if (!info.live) return {memory_class::invalid, 0};
    const std::size_t left = info.bytes - (key(p) - key(info.base));
    return {info.kind == memory_kind::managed ? memory_class::anywhere : memory_class::device, left};
  }
  const symbol_info* s = find_symbol_around(p);
  if (s != nullptr && *s->name != '\0' && symbol_by_its_name(p) == nullptr)
    return {s->kind == symbol_kind::managed ? memory_class::anywhere : memory_class::device,
            key(s->address) + s->bytes - key(p)};
  const pinned_info pinned = find_pinned(p);
  if (pinned.bytes != 0) return {memory_class::anywhere, pinned.bytes - (key(p) - key(pinned.base))};
  return {memory_class::host, SIZE_MAX};
}

void* arena_base() { return memory_arena::instance().base(); }
std::size_t arena_bytes() { return memory_arena::instance().reserved_bytes(); }

bool in_device_range(const void* p) {
  const memory_arena* arena = memory_arena::existing();
  return arena != nullptr && arena->contains(p);
}

memory_info describe_pointer(const void* p) {
  const memory_arena* arena = memory_arena::existing();
  if (arena != nullptr && arena->contains(p)) return arena->describe(p);
  const pinned_info pinned = find_pinned(p, true);
  if (pinned.bytes != 0) return {memory_kind::pinned_host, pinned.base, pinned.bytes, true};
  return {memory_kind::unknown, nullptr, 0, false};
}

std::size_t describe_fault_address(const void* p, char* text, std::size_t size) {
  if (size == 0) return 0;
  text[0] = '\0';
  int length = 0;
  const memory_arena* arena = memory_arena::existing();
  if (arena != nullptr && arena->contains(p)) {
    const memory_info near = arena->nearest(p);
    if (near.kind == memory_kind::unknown) {
      length = std::snprintf(text, size, "in device memory that no cudaMalloc has returned");
    } else {
      const address end = key(near.base) + near.bytes;
      const char* state = near.live ? "" : ", which has been freed";
      if (key(p) < key(near.base))
        length = std::snprintf(text, size, "%zu bytes before the start of the %zu-byte allocation%s",
                               static_cast<std::size_t>(key(near.base) - key(p)), near.bytes, state);
      else if (key(p) >= end)
        length = std::snprintf(text, size, "%zu bytes past the end of the %zu-byte allocation%s",
                               static_cast<std::size_t>(key(p) - end), near.bytes, state);
      else
        length = std::snprintf(text, size, "at byte %zu of the %zu-byte allocation%s",
                               static_cast<std::size_t>(key(p) - key(near.base)), near.bytes, state);
    }
  } else if (key(p) < 65536) {
    length = std::snprintf(text, size,
                           key(p) == 0 ? "a null pointer" : "near address 0: a null pointer with an index");
  }
  return length < 0                                ? 0
         : static_cast<std::size_t>(length) < size ? static_cast<std::size_t>(length)
                                                   : size - 1;
}

}  // namespace simcu
