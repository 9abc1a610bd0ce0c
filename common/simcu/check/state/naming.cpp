// SPDX-License-Identifier: Apache-2.0
#include "state/naming.h"

#include <cstring>

#include "device/launch.h"
#include "memory/arena.h"
#include "report/code_places.h"
#include "report/text.h"

namespace simcu::check {

access naming::describe(const event& e, bool strong) const {
  access a;
  a.pc = e.pc;
  a.has_thread = true;
  a.block = run_.running().index();
  a.thread = run_.running().thread_index(run_.rank());
  a.write = e.write;
  a.op = (!strong ? "" : e.atomic ? "atomic " : "volatile ") + access_noun(e.write, e.bytes);
  return a;
}

access naming::describe(segment who, std::uint32_t where, unsigned bytes) const {
  const unsigned rank = run_.of(who).rank;
  const block_origin& in = run_.block_of(who);
  access a;
  a.pc = code_address(where >> 3);
  a.has_thread = true;
  a.block = in.index;
  a.thread = {rank % in.shape.x, rank / in.shape.x % in.shape.y, rank / in.shape.x / in.shape.y};
  a.write = is_write(where);
  a.op = std::string("earlier ") + (is_strong(where) ? "volatile or atomic " : "") +
         access_noun(is_write(where), bytes);
  return a;
}

namespace {

std::string subscripts(std::int64_t index, const array_shape& shape) {
  std::string out;
  for (int d = 1; d >= 0; --d) {
    const auto extent = static_cast<std::int64_t>(shape.inner[d]);
    if (extent == 0) continue;
    out = "[" + std::to_string(index % extent) + "]" + out;
    index /= extent;
  }
  return "[" + std::to_string(index) + "]" + out;
}

// `offset` may be negative.
void name_element(known_place& p, const std::string& name, const array_shape& shape, std::int64_t offset) {
  p.where.name = name;
  p.kind = shape.kind;
  p.element = shape.part ? shape.part : shape.element;
  p.alignment = shape.alignment;
  const auto element = static_cast<std::int64_t>(shape.element);
  if (element == 0) {
    p.where.text = "byte " + std::to_string(offset) + " of `" + name + "`";
    return;
  }
  const std::int64_t index = offset >= 0 ? offset / element : -((-offset + element - 1) / element);
  const std::int64_t rest = offset - index * element;
  p.where.has_index = true;
  p.where.index = index;
  const bool plain = shape.is_scalar && index == 0;
  const array_shape flat{shape.element, {0, 0}, shape.kind, shape.is_const, shape.is_scalar, shape.part};
  const auto part = static_cast<std::int64_t>(shape.part);
  const bool in_part = part != 0 && rest % part == 0 && p.where.bytes <= shape.part;
  p.where.text = "`" + name + (plain ? "" : subscripts(index, index < 0 ? flat : shape)) +
                 (in_part ? std::string(".") + "xyzw"[rest / part] : "") + "`";
  if (in_part) return;
  if (rest != 0 && element > 16)
    p.where.text += " (byte " + std::to_string(rest) + " of it)";
  else if (rest != 0)
    p.where.text += " + " + bytes_text(static_cast<std::size_t>(rest));
}

}  // namespace

// Chooses the pointer closest to `a` from below; on a tie, the first.
const named_parameter* naming::parameter_into(const memory_info& m, std::uintptr_t a, bool write) const {
  const named_parameter* best = nullptr;
  const auto base = reinterpret_cast<std::uintptr_t>(m.base);
  const auto value = [](const named_parameter* p) { return reinterpret_cast<std::uintptr_t>(p->pointer); };
  for (const named_parameter* p = run_.grid() ? run_.grid()->body.parameters : nullptr; p && p->name; ++p) {
    if (!p->pointer || value(p) - base >= m.bytes || (write && p->shape.is_const)) continue;
    const bool below = value(p) <= a, best_below = best && value(best) <= a;
    if (!best || (below && !best_below) || (below && value(p) > value(best))) best = p;
  }
  return best;
}

known_place naming::place_of(std::uintptr_t a, unsigned bytes, bool write) const {
  known_place p;
  p.where.bytes = bytes;
  if (run_.live() && run_.live()->shared->contains(a)) {
    p.where.text = "shared memory";
    const named_array* below = nullptr;
    for (const named_array& n : run_.live()->names)
      if (reinterpret_cast<std::uintptr_t>(n.address) <= a && (!below || n.address > below->address))
        below = &n;
    if (!below) return p;
    p.where.offset = a - reinterpret_cast<std::uintptr_t>(below->address);
    name_element(p, below->name, below->shape, static_cast<std::int64_t>(p.where.offset));
    return p;
  }
  if (const symbol_info* s = find_symbol_around(reinterpret_cast<const void*>(a))) {
    p.where.offset = a - reinterpret_cast<std::uintptr_t>(s->address);
    name_element(p, s->name, s->shape, static_cast<std::int64_t>(p.where.offset));
    return p;
  }
  memory_info m = describe_pointer(reinterpret_cast<const void*>(a));
  const bool inside = m.kind != memory_kind::unknown;
  if (!inside && memory_arena::existing())
    m = memory_arena::existing()->nearest(reinterpret_cast<const void*>(a));
  if (m.kind == memory_kind::unknown) {
    p.where.text = "device memory";
    return p;
  }
  const auto base = reinterpret_cast<std::uintptr_t>(m.base);
  if (inside) p.where.offset = a - base;
  const auto known = memory_.allocations().find(base);
  if (known != memory_.allocations().end()) p.where.allocation = known->second.number;
  if (const named_parameter* n = parameter_into(m, a, write)) {
    name_element(p, n->name, n->shape,
                 static_cast<std::int64_t>(a - reinterpret_cast<std::uintptr_t>(n->pointer)));
    return p;
  }
  // Inside a structure parameter, a pointer's own name is unknown, but the structure's is known.
  for (const named_parameter* s = run_.grid() ? run_.grid()->body.parameters : nullptr; s && s->name; ++s) {
    if (s->pointer || !s->object) continue;
    for (std::size_t at = 0; at + sizeof(void*) <= s->bytes; at += sizeof(void*)) {
      std::uintptr_t member;
      std::memcpy(&member, const_cast<const char*>(static_cast<const volatile char*>(s->object)) + at,
                  sizeof member);
      if (member - base >= m.bytes || member > a) continue;
      p.where.name = s->name;
      // The element size is not known, but an access usually uses one element.
      const std::size_t element = bytes != 0 && (a - member) % bytes == 0 ? bytes : 1;
      const std::string at_byte = "its pointer at byte " + std::to_string(at);
      p.where.text =
          (element == 1 ? "byte " : "element ") + std::to_string((a - member) / element) +
          (element == 1 ? "" : " (of " + bytes_text(element) + " each)") + " of the array that `" + s->name +
          "` points to (" + at_byte +
          (p.where.allocation < 0 ? "" : "; cudaMalloc number " + std::to_string(p.where.allocation + 1)) +
          ")";
      return p;
    }
  }
  p.where.text = "byte " + std::to_string(static_cast<std::int64_t>(a - base)) + " of the allocation of " +
                 std::to_string(m.bytes) + " bytes";
  if (p.where.allocation >= 0)
    p.where.text += " (cudaMalloc number " + std::to_string(p.where.allocation + 1) + ")";
  return p;
}

}  // namespace simcu::check
