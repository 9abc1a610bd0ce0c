// SPDX-License-Identifier: Apache-2.0
// The message of a launch in which every block only waits for another one in a loop.
#include <string>

#include "base/observer.h"
#include "base/symbolize.h"
#include "device/block.h"
#include "device/fault.h"
#include "device/launch.h"

namespace simcu {
namespace {

std::string name(const launch& grid, const block& b) {
  if (grid.grid.y == 1 && grid.grid.z == 1) return "block " + std::to_string(b.linear());
  const uint3 i = b.index();
  return "block (" + std::to_string(i.x) + "," + std::to_string(i.y) + "," + std::to_string(i.z) + ")";
}

}  // namespace

const void* block::spin_place(unsigned* rank) const {
  for (unsigned r = 0; tracked_ && r < count_; ++r)
    if (threads_[r].status == thread_status::ready && lanes_[r].pc) return *rank = r, lanes_[r].pc;
  return nullptr;
}

void fail_only_spinning(launch& grid, const std::deque<block*>& residents) {
  const block* first = nullptr;
  unsigned rank = 0;
  for (const block* b : residents) {
    unsigned r = 0;
    if (b->spinning && b->spin_place(&r) && (!first || b->linear() < first->linear())) first = b, rank = r;
  }
  if (!grid.claim_failure()) return;
  grid.error = kLaunchFailure;
  grid.kind = "deadlock";
  const std::uint64_t begun = grid.next_block.load();
  const bool others = begun < grid.blocks;
  std::string who = "every block";
  if (first) {
    const void* pc = first->spin_place(&rank);
    if (the_observer) grid.pc = pc;  // which then quotes the line
    const std::string line = source_line(pc);
    who = name(grid, *first) + (line.empty() ? " spins" : " spins in " + line);
    const uint3 t = first->thread_index(rank);
    who += " (thread (" + std::to_string(t.x) + "," + std::to_string(t.y) + "," + std::to_string(t.z) + "))";
  } else {
    who += " spins";
  }
  if (others)
    grid.message =
        who +
        " for something that only a block that has not started can do; nothing promises that "
        "this block ever starts: " +
        std::to_string(residents.size()) + " of " + std::to_string(grid.blocks) +
        " blocks fill the device, and all of them wait\n  Let blocks wait only for blocks that have "
        "started: number them with an atomic counter in place of blockIdx, or launch no more "
        "blocks than the device holds at once.";
  else
    grid.message =
        who + " for something that never comes: all " + std::to_string(residents.size()) +
        " blocks that have not ended only repeat themselves\n  What does this loop wait for, and "
        "which block should do it? If the host should: simcu cannot run a kernel that waits for what the "
        "host does after the launch, because a launch returns when its kernel has ended. Let the host do it "
        "before the launch.";
  grid.publish_failure();
}

}  // namespace simcu
