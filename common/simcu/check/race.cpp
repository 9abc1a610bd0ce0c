// SPDX-License-Identifier: Apache-2.0
// Races: two accesses to one byte, at least one of them a write and at least one of them plain, that nothing
// orders.
#include "checker.h"
#include "launch.h"

namespace simcu::check {
namespace {

std::uint32_t place_word(const event& e) {  // cell::where
  return code_offset(e.pc) << 3 | static_cast<std::uint32_t>(e.in_block) << 2 |
         static_cast<std::uint32_t>(e.strong) << 1 | static_cast<std::uint32_t>(e.write);
}

}  // namespace

// Two strong accesses do not conflict, if both reach as far as the other thread is.
bool checker::conflict(const event& e, cell other) const {
  if (!e.write && !other.write()) return false;
  if (!e.strong || !other.strong()) return true;
  return (e.in_block || in_block_scope(other.where)) && all_.of(other.who).block != live_->clock->instance();
}

void checker::check_races(shadow_range& shadow, const event& e) {
  const std::uintptr_t end = e.address + e.bytes;
  for (std::uintptr_t a = e.address; a < end;) {
    const std::uintptr_t word_start = a & ~std::uintptr_t{3}, word_end = word_start + 4;
    const bool whole = a == word_start && word_end <= end;
    if (!whole && !shadow.split(a)) split(shadow, word_start);
    if (shadow.split(a)) {
      for (; a < word_end && a < end; ++a) check_byte(shadow.byte_of(a), a, e);
    } else {
      check_word(shadow.word_of(a), a, e);
      a = word_end;
    }
  }
}

void checker::check_word(word& w, std::uintptr_t at, const event& e) {
  const segment me = now();
  const std::uint32_t where = place_word(e);
  cell* mine = nullptr;
  cell* empty = nullptr;
  for (cell& c : w.cells) {
    if (!c.used()) {
      if (!empty) empty = &c;
      continue;
    }
    if (c.who == me) {
      if (c.strong() == e.strong && (c.write() == e.write || e.atomic)) mine = &c;
      continue;
    }
    const bool ordered = happened_before(c.who);
    if (!ordered && (conflict(e, c) || lanes_in_step(e, c))) race(e, at, c.who, c.bare().where);
    // A later access that races with what is ordered before this one races with this one too; only a read
    // does not stand for an earlier write, nor a strong access for a plain one of this launch, which later
    // strong ones may race with. An atomic operation comes behind the earlier ones on its word;
    // where they release something, a later access is ordered to all by the last.
    const bool chained = e.atomic && e.write && c.strong() && c.write() && variables_.count(e.address) != 0;
    const bool stands_for = (e.write || !c.write()) && (!e.strong || c.strong() || c.who < launch_floor_);
    if ((ordered && stands_for) || (!ordered && e.write && !e.strong) || chained) {
      c.set(0, 0);
      if (!empty) empty = &c;
    }
  }
  if (!mine) mine = empty;
  if (!mine) {
    // Full: give up a read of the own warp, whose neighbours stand for it, else one after the other.
    for (cell& c : w.cells)
      if (!c.write() && all_.of(c.who).block == live_->clock->instance() &&
          all_.of(c.who).rank / 32 == rank() / 32)
        mine = &c;
    if (!mine) mine = &w.cells[turn_++ % kCells];
  }
  mine->set(me, where);
}

// volatile makes no race of two accesses by the letter, but lanes that exchange values by it rely on running
// in step.
bool checker::lanes_in_step(const event& e, const cell& c) const {
  if (space_ != space::shared || e.atomic || !e.strong || !c.strong() || !(e.write || c.write()))
    return false;
  const origin o = all_.of(c.who);
  return o.block == live_->clock->instance() && o.rank / 32 == rank() / 32 && o.rank != rank();
}

void checker::check_byte(cell& b, std::uintptr_t at, const event& e) {
  const segment me = now();
  const auto against = [&](std::uint32_t packed) {
    if (packed == 0) return;
    const cell c = traces_.unpack(packed);
    if (c.who == me || happened_before(c.who)) return;
    if (conflict(e, c) || lanes_in_step(e, c)) race(e, at, c.who, c.where);
  };
  const std::uint32_t write = b.byte_write(), read = b.byte_read();
  against(write);
  if (e.write) against(read);
  const std::uint32_t packed = traces_.pack(me, place_word(e));
  if (e.write) {
    b.set_byte(packed, 0);
  } else if (read == 0 || happened_before(traces_.unpack(read).who)) {
    b.set_byte(write, packed);  // an unordered read of another thread stays: a write that knows this one may
                                // not know that one
  }
}

void checker::split(shadow_range& shadow, std::uintptr_t a) {
  const word old = shadow.word_of(a);
  segment latest[2] = {0, 0};
  std::uint32_t each[2] = {0, 0};  // read, write
  for (const cell& c : old.cells) {
    if (!c.used() || latest[c.write()] >= c.who) continue;
    latest[c.write()] = c.who;
    each[c.write()] = traces_.pack(c.who, c.bare().where);
  }
  for (unsigned i = 0; i < 4; ++i) shadow.byte_of(a + i).set_byte(each[1], each[0]);
  shadow.set_split(a);
}

void checker::pass_knowledge(const event& e, bool reads, bool writes, bool keeps) {
  const auto found = variables_.find(e.address);
  sync_variable none;
  sync_variable& v = found == variables_.end() ? none : found->second;
  block_clock& clock = *live_->clock;
  const bool same_block = v.instance == clock.instance();
  if (reads && found != variables_.end()) {
    if (!e.in_block) clock.strong_read(rank(), v.device.get());
    if (same_block) clock.strong_read(rank(), v.block.get());
  }
  if (!writes) return;
  sync_variable next;
  next.device = e.in_block ? (keeps ? v.device : nullptr) : clock.strong_write(rank(), v.device, keeps, true);
  next.block = clock.strong_write(rank(), same_block ? v.block : nullptr, keeps, false);
  next.instance = clock.instance();
  if (next.device || next.block)
    variables_[e.address] = std::move(next);
  else if (found != variables_.end())
    variables_.erase(found);
}

}  // namespace simcu::check
