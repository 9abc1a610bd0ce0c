// SPDX-License-Identifier: Apache-2.0
// Words for reports: threads, accesses, places in memory.
#include "checker.h"
#include "launch.h"

extern "C" char __executable_start;

namespace simcu::check {

std::uint32_t code_offset(const void* pc) {
  return static_cast<std::uint32_t>(static_cast<const char*>(pc) - &__executable_start) & ((1u << 30) - 1);
}
const void* code_address(std::uint32_t offset) { return offset ? &__executable_start + offset : nullptr; }

check::access checker::describe(const event& e, bool atomic) const {
  check::access a;
  a.pc = e.pc;
  a.has_thread = true;
  a.block = running_->index();
  a.thread = running_->thread_index(rank());
  a.op = std::string(atomic ? "volatile or atomic " : "") + (e.write ? "write of " : "read of ") +
         std::to_string(e.bytes) + (e.bytes == 1 ? " byte" : " bytes");
  return a;
}

check::access checker::describe(segment who, std::uint32_t where, unsigned bytes) const {
  const origin o = all_.of(who);
  const instance_info& info = instances_[o.block];
  check::access a;
  a.pc = code_address(where >> 2);
  a.has_thread = true;
  a.block = info.index;
  a.thread = {o.rank % info.block.x, o.rank / info.block.x % info.block.y,
              o.rank / info.block.x / info.block.y};
  a.op = std::string("earlier ") + (where & 2 ? "volatile or atomic " : "") +
         (where & 1 ? "write of " : "read of ") + std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
  return a;
}

std::string checker::name_of(std::uintptr_t a) const {
  if (space_ == space::shared)
    for (const auto& array : live_->arrays)
      if (a >= array.address && a < array.address + array.bytes)
        return "`" + std::string(array.name) + "` + " + std::to_string(a - array.address) + " bytes";
  if (space_ == space::symbol)
    if (const symbol_info* s = find_symbol_around(reinterpret_cast<const void*>(a)))
      return "`" + std::string(s->name) + "` + " +
             std::to_string(a - reinterpret_cast<std::uintptr_t>(s->address)) + " bytes";
  const memory_info m = describe_pointer(reinterpret_cast<const void*>(a));
  if (m.kind == memory_kind::unknown) return "device memory";
  return "byte " + std::to_string(a - reinterpret_cast<std::uintptr_t>(m.base)) + " of the allocation of " +
         std::to_string(m.bytes) + " bytes";
}

void checker::found(const char* kind, const char* subkind, const event& e, const std::string& message,
                    const std::string& advice) {
  if (counted(kind, subkind, e.pc, nullptr)) return;
  finding f;
  f.kind = kind;
  f.subkind = subkind;
  f.kernel = grid_->body.name;
  f.message = message;
  f.advice = advice;
  f.accesses = {describe(e, e.strong)};
  report(std::move(f));
}

}  // namespace simcu::check
