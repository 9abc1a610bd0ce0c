// SPDX-License-Identifier: Apache-2.0
#include "checks/race.h"

#include <algorithm>

#include "device/launch.h"
#include "report/code_places.h"

namespace simcu::check {
namespace {

struct remedy {
  const char* name;  // as in report/finding.h
  std::string advice;
};

// Describes two accesses that nothing orders. A strong access is atomic or volatile.
struct meeting {
  bool both_write, read_came_first, one_is_strong, both_are_strong, same_warp, same_block, heard;
};

remedy fix_for(const finding& f, const meeting& m) {
  if (f.subkind == "global-cross-launch")
    return {
        "order-streams",
        "The kernels run in streams that do not wait for each other: let one stream wait for the other with "
        "an event (cudaEventRecord, cudaStreamWaitEvent), or use one stream."};
  if (m.both_are_strong && !m.same_block)
    return {
        "wider-atomic",
        "atomic…_block is atomic only within one block: use the atomic without _block if other blocks use "
        "the element."};
  if (m.one_is_strong && m.same_block && m.both_write)
    return {
        "both-strong",
        "One access is atomic or volatile and the other is not: order them with a __syncthreads(), or, if "
        "both add to the element, make both atomic."};
  if (m.one_is_strong)
    return {"both-strong",
            std::string("One access is atomic or volatile and the other is not: ") +
                (m.both_write ? "make both atomic, or order them"
                              : "make both atomic or volatile, or order them") +
                (m.same_block ? " with a __syncthreads()." : " with a fence, a flag and a fence.")};
  if (!m.same_block && m.read_came_first)
    return {
        "split",
        "No barrier orders different blocks, and nothing tells the writer that the other block has "
        "read the element: split the kernel here, use this_grid().sync(), or let the reader set a flag for "
        "the writer (__threadfence(), then an atomic or volatile flag, for which the writer waits, then "
        "__threadfence())."};
  if (!m.same_block && m.heard && !m.both_write)
    return {"early-flag",
            "The thread has read a flag that the other block set, but nothing orders the other access before "
            "the flag. Set the flag after that access, with a __syncthreads() in between if another thread "
            "sets it."};
  if (!m.same_block)
    return {"split",
            "No barrier orders different blocks: split the kernel here, use this_grid().sync(), or pass the "
            "data on with a __threadfence(), an atomic flag, and a __threadfence() after the flag's read."};
  if (f.subkind == "global-same-block" && !m.both_write)
    return {
        "second-array",
        "Put a __syncthreads() between the two accesses. If the kernel moves elements within the array that "
        "it reads, no barrier is enough, because other blocks also read there: write to a second array."};
  if (m.same_warp)
    return {"warp-barrier",
            "Lanes of a warp do not run in step: put a __syncthreads() between the two accesses, or a "
            "__syncwarp() if no other warp uses these elements."};
  if (m.both_write)
    return {"one-writer",
            "Let one thread write, use an atomic, or put a __syncthreads() between the two writes."};
  return {"barrier", "Put a __syncthreads() between the two accesses."};
}

void advise(finding& f, remedy fix) {
  f.remedy = fix.name;
  f.advice = std::move(fix.advice);
}

std::string sentence(const known_place& p, const value& first, const value& second, bool first_writes,
                     bool second_writes, const value& before) {
  const auto say = [&](const value& v) {
    const std::string shown = text(v, p.kind, p.element);
    return shown == "undefined" ? "an undefined value" : shown;
  };
  if (first_writes && second_writes) {
    if (first.bytes == 0 || second.bytes == 0) return "";
    if (say(first) == say(second)) return "Both write " + say(first) + " this time.";
    return "One thread writes " + say(first) + ", the other " + say(second) + ", and the last write wins.";
  }
  if ((first_writes ? say(before) : say(second)) == (first_writes ? say(second) : say(first)))
    return "The read sees " + say(first) + " in either order this time.";
  if (first_writes)
    return "The read sees " + say(second) +
           (before.bytes == 0 ? "." : ", or " + say(before) + " if it comes before the write.");
  return "The read sees " + say(first) +
         (second.bytes == 0 ? "." : ", or " + say(second) + " if it comes after the write.");
}

}  // namespace

void race::races(const event& e, const cell& earlier, std::uintptr_t at) {
  const origin other = state_.run.of(earlier.who);
  const block_origin& other_block = state_.run.block_of(earlier.who);
  const bool same_launch = other_block.launch == state_.run.latest();
  const meeting m{e.write && earlier.write(),
                  e.write && !earlier.write(),
                  e.strong != earlier.strong(),
                  e.strong && earlier.strong(),
                  state_.run.in_own_warp(other),
                  state_.run.in_own_block(other),
                  same_launch && state_.run.has_heard_from_block_of(earlier.who)};
  const char* subkind = e.where == space::shared ? "shared"
                        : !same_launch           ? "global-cross-launch"
                        : m.same_block           ? "global-same-block"
                                                 : "global-cross-block";
  const bool guess = may_guess(e, earlier);
  const origin reader = e.write ? other : state_.run.of(state_.run.now());
  if (finding* known = counted("race", subkind, e.pc, code_address(earlier.where >> 3))) {
    if (known->in_one_warp && !m.same_warp) {
      known->in_one_warp = false;
      advise(*known, fix_for(*known, m));
    }
    if (guess)
      guesses_.may_be(*known, reader, at);
    else
      known->certain = true;
    return;
  }
  known_place p = state_.names.place_of(at, e.bytes - static_cast<unsigned>(at - e.address));
  if (p.element != 0 && p.element <= 8 && p.where.offset % p.element == 0)
    p.where.bytes = std::min(p.where.bytes, static_cast<unsigned>(p.element));
  finding f;
  f.kind = "race";
  f.subkind = subkind;
  f.kernel = state_.run.grid()->body.name;
  f.where = p.where;
  f.message = "two threads use " + p.where.text + ", " +
              (m.both_write ? "both write" : "one writes and one reads") + ", and nothing orders them";
  if (!same_launch)
    f.message += " (the earlier access is in kernel `" + std::string(other_block.kernel) + "`)";
  const bool is_told =
      same_launch && !e.strong && !earlier.strong() && state_.run.lacks_only_a_fence(earlier.who);
  if (is_told)
    advise(
        f,
        {"fence",
         "The thread has read a flag that the other one set after its access, but a fence is missing after "
         "that read. Call __threadfence() between the flag's read and this access, or read the flag with "
         "acquire order."});
  else
    advise(f, fix_for(f, m));
  f.in_one_warp = m.same_warp && !m.one_is_strong;
  f.certain = !guess;
  if (const location barrier = state_.run.running().barrier_place();
      m.same_block && barrier.file != nullptr) {
    f.barrier.file = barrier.file;
    f.barrier.line = barrier.line;
  }
  f.accesses = {state_.names.describe(e, e.strong),
                state_.names.describe(earlier.who, earlier.where, e.bytes)};
  add_values(f, p, e, at, earlier);
  if (finding* kept = report(std::move(f))) {
    guesses_.may_be(*kept, reader, at);
    if (!e.write || e.atomic) return;
    const value saw = overwritten(earlier, at, p.where.bytes) ? value{} : value::read(at, p.where.bytes);
    unsettled_.push_back({kept, at, p, saw, earlier.write()});
  }
}

bool race::may_guess(const event& e, const cell& earlier) const {
  return e.write ? e.atomic && !earlier.write() && !earlier.strong() : !e.strong && earlier.strong();
}

// If a thread stores and then adds atomically, each access has its own cell, but the stored value is lost.
bool race::overwritten(const cell& earlier, std::uintptr_t at, unsigned bytes) const {
  return earlier.write() && state_.overwritten.written_since(at, bytes, earlier.who, earlier.strong());
}

// Leaves out the new value of a plain write, which is not known yet.
void race::add_values(finding& f, const known_place& p, const event& e, std::uintptr_t at,
                      const cell& earlier) const {
  const value now = value::read(at, p.where.bytes);
  value was = now;
  const value& found = state_.before_atomic;
  if (e.atomic && found.bytes >= at - e.address + now.bytes)
    std::memcpy(was.at, found.at + (at - e.address), now.bytes);
  const auto say = [&](const value& v) { return text(v, p.kind, p.element); };
  if (overwritten(earlier, at, now.bytes)) was = {};
  f.accesses[1].value = say(was);  // left by an earlier write, or seen by an earlier read
  if (e.write && !e.atomic) return;
  f.accesses[0].value = say(now);
  const value before =
      earlier.write() && was.bytes != 0 ? state_.overwritten.before(at, now.bytes, earlier.who) : value{};
  f.values = sentence(p, was, now, earlier.write(), e.write, before);
}

void race::settle_now() {
  for (const unsettled& u : unsettled_) {
    const value written = value::read(u.address, u.place.where.bytes);
    u.report->accesses[0].value = text(written, u.place.kind, u.place.element);
    u.report->values = sentence(u.place, u.saw, written, u.other_writes, true, {});
  }
  unsettled_.clear();
}

}  // namespace simcu::check
