// SPDX-License-Identifier: Apache-2.0
// Decides which accesses the shadow keeps for comparison with later accesses.
#pragma once
#include <algorithm>

#include "report/code_places.h"
#include "state/execution.h"
#include "state/traces.h"

namespace simcu::check {

class past_accesses {
 public:
  // Calls judge.unordered(e, earlier, at) for every kept access to byte `at` of e that did not happen before
  // e, then keeps e. Skips pairs of reads, which never race.
  template <class Judge>
  SIMCU_HOT void add(const event& e, shadow_range& shadow, const execution& run, Judge& judge) {
    add_pieces(e, shadow, run, judge);
  }

  // Like add(), for a plain access to a whole word, on all four cells at once. Returns false, having done
  // nothing, unless nothing races and each cell's order is certain or the cell is the thread's own. Marks
  // written bytes, and if `may_mark`, also read bytes.
  SIMCU_HOT bool add_usual(word& w, const event& e, const execution& run, bool may_mark = false) {
    constexpr unsigned kAll = 15;
    const side_by_side cells(w);
    if (cells.split()) return false;
    const segment me = run.now();
    const unsigned writes = cells.writes(), before = negative(cells.who < four_times(run.known_in(e.where)));
    unsigned free = e.write ? before : before & ~writes;
    const bool marks = cells.marked() != kAll;
    if (marks && !may_mark && (!e.write || free != kAll || shadow_range::starts_piece(w))) return false;
    unsigned mine = 0;
    if (before != kAll) {
      const unsigned own = negative(cells.who == four_times(me)) & ~before;
      const unsigned concurrent = e.write ? 0 : run.surely_concurrent(cells.who);
      if ((before | own | concurrent) != kAll || (concurrent & writes) != 0) return false;
      mine = own & (e.write ? writes : ~writes) & ~cells.strong();
      if (mine != 0) {
        mine = 1u << (31 - __builtin_clz(mine));
      } else if (free == 0) {
        if (e.write) return false;
        mine = negative((cells.who ^ four_times(me)) < 32) & ~writes;  // as in given_up
        mine = mine != 0 ? 1u << (31 - __builtin_clz(mine)) : 1u << turn_++ % kCells;
      }
    } else if (free == 0) {
      return false;  // a read does not represent the four writes before it
    }
    if (mine == 0) mine = free & -free;
    w.cells[__builtin_ctz(mine)] = {me, how(e) | kTop};
    for (free &= ~mine; free != 0; free &= free - 1) w.cells[__builtin_ctz(free)] = {0, kTop};
    if (marks && may_mark)
      for (cell& c : w.cells) c.where |= kTop;
    return true;
  }

  // The running thread's plain reads of these bytes were guesses for its compare-and-swap, and now count as
  // strong.
  void guessed(const event& e, shadow_range& shadow, const execution& run) {
    constexpr std::uint32_t kStrongRead = 2;
    const segment me = run.now();
    for (std::uintptr_t a = e.address & ~std::uintptr_t{3}; a < e.address + e.bytes; a += 4) {
      if (!shadow.split(a)) {
        for (cell& c : shadow.word_of(a).cells)
          if (c.used() && c.bare().who == me && !c.write()) c.where |= kStrongRead;
        continue;
      }
      for (std::uintptr_t b = std::max(a, e.address); b < std::min(a + 4, e.address + e.bytes); ++b) {
        cell& c = shadow.byte_of(b);
        if (c.byte_read() == 0) continue;
        const cell read = traces_.unpack(c.byte_read());
        if (read.who == me) c.set_byte(c.byte_write(), traces_.pack(me, read.where | kStrongRead));
      }
    }
  }

  // Calls look(access, at) for every kept access to these bytes.
  template <class Look>
  void each(const shadow_range& shadow, std::uintptr_t from, std::size_t bytes, Look look) const {
    const std::uintptr_t end = std::min(from + bytes, shadow.base() + shadow.bytes());
    for (std::uintptr_t a = from & ~std::uintptr_t{3}; a < end; a += 4) {
      if (!shadow.split(a)) {
        for (const cell& c : shadow.word_of(a).cells)
          if (c.bare().used()) look(c.bare(), std::max(a, from));
        continue;
      }
      for (std::uintptr_t b = std::max(a, from); b < std::min(a + 4, end); ++b)
        for (const std::uint32_t packed : {shadow.byte_of(b).byte_write(), shadow.byte_of(b).byte_read()})
          if (packed) look(traces_.unpack(packed), b);
    }
  }

  bool numbers_run_short() const { return traces_.nearly_used_up(); }
  void start_again() { traces_.start_again(); }  // when no shadow keeps any access

 private:
  SIMCU_HOT static std::uint32_t how(const event& e) {  // cell::where
    return code_offset(e.pc) << 3 | static_cast<std::uint32_t>(e.in_block) << 2 |
           static_cast<std::uint32_t>(e.strong) << 1 | static_cast<std::uint32_t>(e.write);
  }

  // Returns whether every later access that races with c also races with e, so that c need not be kept. If c
  // happened before e, a read does not represent an earlier write, nor a strong access a plain one of this
  // launch. If they are unordered, their race is reported, and only a plain write represents c.
  static bool stands_for(const event& e, const cell& c, bool ordered, const execution& run) {
    if (!ordered) return e.write && !e.strong;
    return (e.write || !c.write()) && (!e.strong || c.strong() || run.of_earlier_launch(c.who));
  }
  // If atomics on a word release something, a later access that is ordered after the last of them is ordered
  // after all of them.
  static bool continues(const event& e, const cell& c, const execution& run) {
    return e.atomic && e.write && c.strong() && c.write() && run.passes_knowledge(e.address);
  }

  template <class Judge>
  [[gnu::noinline]] void add_pieces(event e, shadow_range& shadow, const execution& run, Judge& judge) {
    const std::uintptr_t end = e.address + e.bytes;
    for (std::uintptr_t a = e.address; a < end;) {
      const std::uintptr_t word_start = a & ~std::uintptr_t{3}, word_end = word_start + 4;
      const bool whole = a == word_start && word_end <= end;
      if (!whole && !shadow.split(a)) split(shadow, word_start);
      if (shadow.split(a)) {
        for (; a < word_end && a < end; ++a) add_byte(shadow.byte_of(a), a, e, run, judge);
      } else {
        add_word(shadow.word_of(a), a, e, run, judge);
        a = word_end;
      }
    }
  }

  template <class Judge>
  SIMCU_HOT void add_word(word& w, std::uintptr_t at, const event& e, const execution& run, Judge& judge) {
    if (e.strong || !add_usual(w, e, run)) add_by_rule(w, at, e, run, judge);
  }

 protected:
  // Like add(), for a whole word. add_usual must have the same effect.
  template <class Judge>
  SIMCU_HOT void add_by_rule(word& w, std::uintptr_t at, const event& e, const execution& run, Judge& judge) {
    const segment me = run.now();
    const segment known = run.known_in(e.where);
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
      const bool ordered = c.who < known || run.happened_before(c.who);
      if (!ordered) {
        if (!e.write && !c.write()) continue;
        judge.unordered(e, c.bare(), at);
      }
      if (stands_for(e, c, ordered, run) || continues(e, c, run)) {
        c.set(0, 0);
        if (!empty) empty = &c;
      }
    }
    if (!mine) mine = empty ? empty : &given_up(w, run);
    mine->set(me, how(e));
  }

 private:
  // The cell to evict from a full word: a read by the same warp, whose other reads represent it, or else the
  // next in turn.
  cell& given_up(word& w, const execution& run) {
    cell* read = nullptr;
    for (cell& c : w.cells)
      if (!c.write() && run.in_own_warp(c.who)) read = &c;
    return read ? *read : w.cells[turn_++ % kCells];
  }

  template <class Judge>
  void add_byte(cell& b, std::uintptr_t at, const event& e, const execution& run, Judge& judge) {
    const segment me = run.now();
    const auto compare = [&](std::uint32_t packed) {
      if (packed == 0) return;
      const cell c = traces_.unpack(packed);
      if (c.who != me && !run.happened_before(c.who)) judge.unordered(e, c, at);
    };
    const std::uint32_t write = b.byte_write(), read = b.byte_read();
    compare(write);
    if (e.write) compare(read);
    const std::uint32_t packed = traces_.pack(me, how(e));
    if (e.write)
      b.set_byte(packed, 0);
    else if (read == 0 || run.happened_before(traces_.unpack(read).who))
      b.set_byte(write, packed);  // another thread's unordered read stays, because a write that is ordered
                                  // after this read may not be ordered after the other read
  }

  void split(shadow_range& shadow, std::uintptr_t a) {
    const word old = shadow.word_of(a);
    segment latest[2] = {0, 0};
    std::uint32_t each[2] = {0, 0};
    for (const cell& c : old.cells) {
      if (!c.used() || latest[c.write()] >= c.who) continue;
      latest[c.write()] = c.who;
      each[c.write()] = traces_.pack(c.who, c.bare().where);
    }
    for (unsigned i = 0; i < 4; ++i) shadow.byte_of(a + i).set_byte(each[1], each[0]);
    shadow.set_split(a);
  }

  traces traces_;
  unsigned turn_ = 0;
};

}  // namespace simcu::check
