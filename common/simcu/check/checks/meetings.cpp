// SPDX-License-Identifier: Apache-2.0
#include "checks/meetings.h"

#include <cstdio>
#include <cstring>

#include "base/symbolize.h"
#include "device/launch.h"
#include "report/findings.h"
#include "report/text.h"

namespace simcu::check {
namespace {

access thread_at(const block& b, unsigned rank, const location& where, const char* op) {
  access a;
  a.has_thread = true;
  a.block = b.index();
  a.thread = b.thread_index(rank);
  if (where.file != nullptr) a.file = where.file;
  a.line = where.line;
  a.op = op;
  return a;
}

bool same_file(const std::string& a, const char* b) {
  if (b == nullptr) return false;
  const auto name = [](const std::string& path) { return path.substr(path.rfind('/') + 1); };
  return a == b || name(a) == name(b);
}

// The address of the file's name, which is stored only once, plus the line.
const void* code_of(const location& where) {
  return where.file != nullptr ? where.file + where.line : nullptr;
}

}  // namespace

void meetings::misused(const block& b, const misuse& what) {
  if (counted(what.kind, "", code_of(what.where), nullptr)) return;
  finding f;
  f.kind = what.kind;
  f.kernel = state_.run.grid()->body.name;
  f.message = what.message;
  f.advice = what.advice;
  f.accesses = {thread_at(b, what.rank, what.where, "warp function")};
  if (what.elsewhere.file != nullptr)
    f.accesses.push_back(thread_at(b, what.other, what.elsewhere, "a wait in a warp function"));
  f.known_as = code_of(what.where);
  report(std::move(f));
}

// A thread may end early, but a thread that goes on to code after the barrier has skipped the barrier.
void meetings::barrier_opens(const block& b) {
  const location barrier = b.barrier_place();
  if (barrier.file == nullptr || counted("barrier-passed", "", code_of(barrier), nullptr)) return;
  const std::vector<const void*>& latest = state_.run.live(b).latest;
  for (unsigned rank = 0; rank < b.count(); ++rank) {
    const location waited = b.last_wait(rank);
    if (!b.has_ended(rank) || latest[rank] == nullptr || in_order_.count({code_of(barrier), latest[rank]}))
      continue;
    if (waited.file != nullptr &&
        (std::strcmp(waited.file, barrier.file) != 0 || waited.line >= barrier.line))
      continue;  // it has already waited here or later, as in a loop
    const line_of_code line = find_line(latest[rank]);
    // Line numbers in two functions don't say which code runs first.
    const auto function_of = [&](int of_line) { return find_function(latest[rank], of_line); };
    const auto unordered = [&] {
      const int there = function_of(barrier.line);
      return function_of(line.line) != there && (waited.file == nullptr || function_of(waited.line) != there);
    };
    if (line.line <= barrier.line || !same_file(line.file, barrier.file) || unordered()) {
      in_order_.insert({code_of(barrier), latest[rank]});
      continue;
    }
    unsigned waits = 0;
    while (waits + 1 < b.count() && b.has_ended(waits)) ++waits;
    finding f;
    f.kind = "barrier-passed";
    f.kernel = state_.run.grid()->body.name;
    f.message = "a thread skips a barrier at which the other threads of its block wait";
    f.advice = "Let every thread reach the __syncthreads(): only the work belongs inside the condition.";
    f.accesses = {thread_at(b, rank, {nullptr, 0}, "code after the barrier"),
                  thread_at(b, waits, barrier, "a wait at the barrier")};
    f.accesses[0].pc = latest[rank];
    f.known_as = code_of(barrier);
    report(std::move(f));
    return;
  }
}

void meetings::grid_barrier_opens(const launch& grid) {
  if (counted("grid-sync-absent", "", grid.body.name, nullptr)) return;
  unsigned ended = 0;
  finding f;
  state_.run.each_live_block([&](const block& b, const live_block&) {
    if (!b.some_have_ended()) return;
    for (unsigned rank = 0; rank < b.count(); ++rank) {
      if (b.has_ended(rank) && ended++ == 0) {
        const uint3 i = b.index(), t = b.thread_index(rank);
        char who[96];
        std::snprintf(who, sizeof who, "thread (%u,%u,%u) of block (%u,%u,%u)", t.x, t.y, t.z, i.x, i.y, i.z);
        f.message = who;
      }
      if (!b.has_ended(rank) && f.accesses.empty())
        f.accesses = {thread_at(b, rank, b.grid_barrier_place(), "a wait in grid.sync()")};
    }
  });
  if (ended == 0 || f.accesses.empty()) return;
  f.kind = "grid-sync-absent";
  f.kernel = grid.body.name;
  f.message += (ended > 1 ? " and " + std::to_string(ended - 1) + " more have" : " has") +
               std::string(" ended before a grid.sync() at which the grid's other threads wait");
  f.advice =
      "Every thread of the grid must reach the grid.sync(): put the work inside a condition instead of "
      "returning early.";
  f.known_as = grid.body.name;
  report(std::move(f));
}

}  // namespace simcu::check
