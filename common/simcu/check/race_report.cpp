// SPDX-License-Identifier: Apache-2.0
// What is said about a race: who, where, which values, and how to fix it.
#include <algorithm>

#include "checker.h"
#include "launch.h"

namespace simcu::check {
namespace {

std::string fix(const finding& f, bool both_write, bool one_strong, bool same_warp, bool same_block,
                bool in_block, bool read_came_first) {
  if (f.subkind == "global-cross-launch")
    return "The kernels run in streams that do not wait for each other: let one wait for the other with an "
           "event "
           "(cudaEventRecord, cudaStreamWaitEvent), or use one stream.";
  if (in_block)
    return "atomic…_block reaches only the threads of one block: use the atomic without _block where other "
           "blocks "
           "take part.";
  if (one_strong)
    return std::string("One side is atomic or volatile and the other is not: ") +
           (both_write ? "use the atomic on both sides, or order them"
                       : "read it with an atomic or as volatile too, or order them") +
           (same_block ? " with a __syncthreads()." : " (fence, flag, fence).");
  if (!same_block && read_came_first)
    return "No barrier orders different blocks, and nothing tells the writer that the other block has read: "
           "split "
           "the kernel here, use this_grid().sync(), or let the reader say so (__threadfence(), then an "
           "atomic or "
           "volatile flag, for which the writer waits, then __threadfence()).";
  if (!same_block)
    return "No barrier orders different blocks: split the kernel here, use this_grid().sync(), or pass the "
           "data "
           "on with a __threadfence(), an atomic flag, and a __threadfence() behind the flag's read.";
  if (same_warp)
    return "Lanes of a warp do not run in step: put a __syncwarp() (or __syncthreads()) between the two.";
  return both_write ? "Let one thread write, use an atomic, or put a __syncthreads() between the two."
                    : "Put a __syncthreads() between the two.";
}

std::string sentence(const known_place& p, const value& first, const value& second, bool first_writes,
                     bool second_writes, const value& before) {
  const auto say = [&](const value& v) { return text(v, p.kind, p.element); };
  if (first_writes && second_writes) {
    if (second.bytes == 0) return "";
    if (say(first) == say(second)) return "Both write " + say(first) + " this time.";
    return "The one writes " + say(first) + ", the other " + say(second) + ": the last one stays.";
  }
  if ((first_writes ? say(before) : say(second)) == (first_writes ? say(second) : say(first)))
    return "The read sees " + say(first) + " in either order this time.";
  if (first_writes)
    return "The read sees " + say(second) +
           (before.bytes == 0 ? "." : ", and " + say(before) + " if it comes before the write.");
  return "The read sees " + say(first) +
         (second.bytes == 0 ? "." : ", and " + say(second) + " if it comes after the write.");
}

}  // namespace

void checker::race(const event& e, std::uintptr_t at, segment other, std::uint32_t other_where) {
  const origin o = all_.of(other);
  const instance_info& info = instances_[o.block];
  const bool same_block = o.block == live_->clock->instance();
  const char* subkind = space_ == space::shared    ? "shared"
                        : info.launch != launches_ ? "global-cross-launch"
                        : same_block               ? "global-same-block"
                                                   : "global-cross-block";
  const bool same_warp = same_block && o.rank / 32 == rank() / 32;
  if (finding* known = counted("race", subkind, e.pc, code_address(other_where >> 3))) {
    if (known->in_one_warp && !same_warp) {
      known->in_one_warp = false;
      known->advice = fix(*known, e.write && is_write(other_where), false, false, same_block, false, false);
    }
    return;
  }
  const bool other_writes = is_write(other_where), other_strong = is_strong(other_where);
  // One element of what both touch.
  known_place p = find_place(at, e.bytes - static_cast<unsigned>(at - e.address));
  if (p.element != 0 && p.element <= 8 && p.where.offset % p.element == 0)
    p.where.bytes = std::min(p.where.bytes, static_cast<unsigned>(p.element));
  finding f;
  f.kind = "race";
  f.subkind = subkind;
  f.kernel = grid_->body.name;
  f.where = p.where;
  f.message = "two threads use " + p.where.text + ", " +
              (e.write && other_writes ? "both write" : "one writes and one reads") +
              ", and nothing orders them";
  if (info.launch != launches_)
    f.message += " (the earlier one is in kernel `" + std::string(info.kernel) + "`)";
  f.advice = fix(f, e.write && other_writes, e.strong != other_strong, same_warp, same_block,
                 e.strong && other_strong && !same_block, e.write && !other_writes);
  f.in_one_warp = same_warp && e.strong == other_strong;
  f.accesses = {describe(e, e.strong), describe(other, other_where, e.bytes)};
  add_values(f, p, e, at, other, other_writes);
  if (finding* kept = report(std::move(f))) {
    if (!e.write || e.atomic) return;
    unsettled_.push_back({kept, at, p, value::read(at, p.where.bytes), other_writes});
  }
}

// Of a plain write the new value is not known yet.
void checker::add_values(finding& f, const known_place& p, const event& e, std::uintptr_t at, segment other,
                         bool other_writes) {
  const value now = value::read(at, p.where.bytes);
  value was = now;  // before this access
  if (e.atomic && before_atomic_.bytes >= at - e.address + now.bytes)
    std::memcpy(was.at, before_atomic_.at + (at - e.address), now.bytes);
  const auto say = [&](const value& v) { return text(v, p.kind, p.element); };
  f.accesses[1].value = say(was);  // what an earlier write left, or an earlier read saw
  if (e.write && !e.atomic) return;
  f.accesses[0].value = say(now);
  const value before = other_writes ? log_.before(at, now.bytes, other) : value{};
  f.values = sentence(p, was, now, other_writes, e.write, before);
}

void checker::settle_now() {
  for (const unsettled& u : unsettled_) {
    const value written = value::read(u.address, u.place.where.bytes);
    u.report->accesses[0].value = text(written, u.place.kind, u.place.element);
    u.report->values = sentence(u.place, u.saw, written, u.other_writes, true, {});
  }
  unsettled_.clear();
}

}  // namespace simcu::check
