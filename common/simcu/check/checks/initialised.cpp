// SPDX-License-Identifier: Apache-2.0
#include "checks/initialised.h"

#include <algorithm>

#include "checks/found.h"
#include "device/block.h"
#include "report/text.h"

namespace simcu::check {

namespace {

// Returns whether the uninitialised bytes are only padding, which is copied with its object but never
// written. Padding is shorter than the alignment. An unknown alignment is taken as 4 bytes in 8-byte objects,
// 16-byte numbers and their vectors, and as 8 bytes otherwise.
bool lacks_only_padding(const event& e, const shadow_range& shadow, const naming& names) {
  const known_place place = names.place_of(e.address, e.bytes);
  const bool number = place.kind != value_kind::unknown && e.bytes == 16;
  const std::uintptr_t end = e.address + e.bytes, most = place.alignment          ? place.alignment
                                                         : number || e.bytes == 8 ? 4
                                                                                  : 8;
  std::uintptr_t a = shadow.end_of_run(e.address, end, true);
  if (a == e.address) return false;
  while (a < end) {
    const std::uintptr_t next = shadow.end_of_run(a, end, false);
    const std::uintptr_t alignment = std::min(next & -next, most);
    if (next - a >= alignment) return false;
    a = shadow.end_of_run(next, end, true);
  }
  return true;
}

// Says how much of global memory is written, because a call may have cleared or copied too few bytes.
std::string written_before(const event& e, const place& where, const shadow_range& shadow) {
  const std::uintptr_t begin = e.address - where.offset;
  if (e.where == space::shared || where.offset == 0 || !shadow.contains(begin)) return "";
  const std::uintptr_t end = shadow.end_of_run(begin, e.address, true);
  if (end == begin || end == e.address) return "";
  return ". The first " + bytes_text(end - begin) + " of its array have been written, but not the next ones";
}

}  // namespace

void initialised::read(event e, const shadow_range& shadow) {
  if (shadow.initialised(e.address, e.bytes)) return;
  if (e.bytes >= 8 && lacks_only_padding(e, shadow, state_.names)) return;
  const bool shared = e.where == space::shared;
  const place where = state_.names.place_of(e.address, e.bytes).where;
  finding* const kept =
      found(state_, "uninitialised-read", shared ? "shared" : "global", e,
            access_verb(false, e.bytes) + " of " + where.text + ", which has never been written" +
                written_before(e, where, shadow),
            shared ? "Shared memory starts with undefined contents: let every thread write its part, call "
                     "__syncthreads(), and read only what was written."
                   : "cudaMalloc does not clear memory: call cudaMemset or cudaMemcpy, or "
                     "write each element before you read it.");
  if (kept) kept->unwritten = true;
}

}  // namespace simcu::check
