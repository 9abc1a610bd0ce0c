// SPDX-License-Identifier: Apache-2.0
#include <string>

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
  grid.why.kind = "deadlock";
  const std::uint64_t begun = grid.next_block.load();
  const bool others = begun < grid.blocks;
  std::string& end = grid.why.message_end;
  grid.why.message = (first ? name(grid, *first) : "every block") + " spins";
  if (first) {
    grid.why.spins.address = reinterpret_cast<std::uintptr_t>(first->spin_place(&rank));
    const uint3 t = first->thread_index(rank);
    end = " (thread (" + std::to_string(t.x) + "," + std::to_string(t.y) + "," + std::to_string(t.z) + "))";
  }
  if (others) {
    end +=
        " for something that only a block that has not started can do, and nothing guarantees that such a "
        "block ever starts: " +
        std::to_string(residents.size()) + " of " + std::to_string(grid.blocks) +
        " blocks fill the device, and all of them wait";
    grid.why.advice =
        "Let blocks wait only for blocks that have started: number them with an atomic counter in place of "
        "blockIdx, or launch no more blocks than the device holds at once.";
  } else {
    end += " for something that never happens: all " + std::to_string(residents.size()) +
           " blocks that have not ended only repeat their loops";
    grid.why.advice =
        "What does this loop wait for, and which block should do it? If the host should do it: simcu cannot "
        "run a kernel that waits for the host, because a launch returns when its kernel has ended. Let the "
        "host do it before the launch.";
  }
  grid.publish_failure();
}

}  // namespace simcu
