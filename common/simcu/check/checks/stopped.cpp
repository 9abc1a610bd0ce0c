// SPDX-License-Identifier: Apache-2.0
#include "checks/stopped.h"

#include "base/failure_text.h"
#include "device/launch.h"
#include "report/findings.h"

namespace simcu::check {
namespace {

void set_place(check::access& side, const code_place& at) {
  side.pc = reinterpret_cast<const void*>(at.address);
  if (at.address != 0) return;
  side.file = at.file;
  side.line = at.line;
}

std::vector<check::access> sides_of(const failure& why, dim3 block) {
  std::vector<check::access> out;
  constexpr std::size_t kEnough = 8;
  for (const waiting_block& b : why.waiting) {
    for (const waiting_threads& t : merged(b).threads) {
      if (out.size() == kEnough) return out;
      const unsigned rank = t.ranks.front().first;
      check::access side;
      side.has_thread = true;
      side.block = {b.index[0], b.index[1], b.index[2]};
      side.thread = {rank % block.x, rank / block.x % block.y, rank / block.x / block.y};
      side.op = t.doing + t.after_place;
      set_place(side, t.place);
      out.push_back(std::move(side));
    }
  }
  return out;
}

}  // namespace

void stopped::launch_failed(const launch& grid) {
  const failure& why = grid.why;
  finding f;
  f.kind = why.kind;
  f.kernel = why.kernel;
  f.message = sentence_of(why);
  f.accesses = sides_of(why, grid.block);
  if (!f.accesses.empty()) {
    f.advice = why.advice;
  } else {
    check::access side;
    side.op = "stopped";
    side.pc = reinterpret_cast<const void*>(why.at.address != 0 ? why.at.address : why.spins.address);
    if (!why.block && why.at.address == 0) set_place(side, why.at);
    f.accesses.push_back(side);
    if (why.block && why.thread) {
      const std::string line = why.at.address != 0 ? "" : text_of(why.at);
      f.message += "\n  in block " + text_of(*why.block) + ", thread " + text_of(*why.thread) +
                   (line.empty() ? "" : ", at " + line);
    }
    if (!why.advice.empty()) f.message += "\n  " + why.advice;
  }
  report(std::move(f));
}

}  // namespace simcu::check
