// SPDX-License-Identifier: Apache-2.0
// Failures that the runtime itself notices, and their messages.
#include "device/fault.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "base/symbolize.h"
#include "device/launch.h"
#include "device/worker.h"
#include "simcu/device_model.h"
#include "simcu/runtime_api.h"

namespace simcu {
namespace {

std::string text(uint3 v) {
  return "(" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + ")";
}

std::string text(location where) {
  const std::string which =
      where.repeat ? " (number " + std::to_string(where.repeat + 1) + " on this line)" : "";
  return where.file ? std::string(where.file) + ":" + std::to_string(where.line) + which
                    : std::string("an unknown place");
}

void fail(launch& grid, int error, const std::string& message, const char* kind = "failed-launch") {
  if (!grid.claim_failure()) return;
  grid.kind = kind;
  grid.error = error;
  grid.message = message;
  grid.publish_failure();
}

std::string error_text(int error) {
  const auto code = static_cast<cudaError_t>(error);
  return std::string(cudaGetErrorString(code)) + " (" + cudaGetErrorName(code) + ")";
}

std::string this_thread_text() {
  const worker& w = *this_worker;
  return "block " + text(w.running()->index()) + ", thread " + text(threadIdx);
}

}  // namespace

void fail_kernel(int cuda_error, const char* message, location where) {
  preemptible = 0;
  std::string full = message;
  full += "\n  in " + this_thread_text();
  if (where.file) full += ", at " + text(where);
  fail(*this_worker->grid(), cuda_error, full);
  this_worker->leave_fiber();
}

void fail_divergent_barrier(launch& grid, const block& b) {
  fail(grid, kLaunchFailure,
       "barrier divergence: the threads of a block wait at different barriers\n" + b.describe_waiting() +
           "  A __syncthreads() must be reached by all threads of the block or by none: move it out of the "
           "branch.",
       "barrier-divergence");
  this_worker->leave_fiber();
}

void fail_mixed_warp_ops(launch& grid, const block& b) {
  fail(grid, kLaunchFailure,
       "lanes of one warp meet in different operations\n" + b.describe_waiting() +
           "  All lanes named in the mask must call the same warp function together.",
       "syncwarp-absent");
  this_worker->leave_fiber();
}

void fail_lane_not_in_mask(unsigned mask, unsigned lane, location where) {
  char message[160];
  std::snprintf(message, sizeof message,
                "lane %u calls a warp function with the mask 0x%08x, which does not name it: the mask must "
                "contain the caller",
                lane, mask);
  fail_kernel(kLaunchFailure, message, where);
}

void fail_too_much_static_shared(std::size_t bytes) {
  const std::string message = "the kernel's __shared__ variables need " + std::to_string(bytes) +
                              " bytes, but a block has " + std::to_string(model::kSharedPerBlock) +
                              ": use extern __shared__ and cudaFuncSetAttribute for more";
  fail_kernel(kLaunchFailure, message.c_str(), location{nullptr, 0});
}

void fail_deadlocked_block(launch& grid, const block& b) {
  fail(grid, kLaunchFailure,
       "deadlock: every thread that has not ended waits for another one\n" + b.describe_waiting() +
           "  A barrier opens only when all threads of the block that have not ended are at it.",
       b.waits_in_warp() ? "syncwarp-absent" : "barrier-divergence");
}

void fail_missed_grid_barrier(launch& grid) {
  fail(grid, kLaunchFailure,
       "deadlock: " + std::to_string(grid.ended) + " of " + std::to_string(grid.blocks) +
           " blocks have ended without reaching this_grid().sync(), at which the other blocks wait\n"
           "  Every thread of the grid must reach it: do not return before it.",
       "deadlock");
}

void describe_abandoned(launch& grid, const std::deque<block*>& residents) {
  const std::lock_guard<std::mutex> lock(grid.mutex);
  if (grid.error != kLaunchTimeout) return;
  constexpr std::size_t kEnough = 2000;
  for (const block* b : residents)
    if (grid.waiting.size() < kEnough) grid.waiting += b->describe_waiting();
}

namespace {

struct pointed_at {
  const named_parameter* by;
  memory_info memory;
  std::uintptr_t away;  // bytes from the memory to the address
};

std::string element_of(const pointed_at& p, std::uintptr_t address) {
  const auto offset = static_cast<std::intptr_t>(address - reinterpret_cast<std::uintptr_t>(p.by->pointer));
  const auto size = static_cast<std::intptr_t>(p.by->shape.element);
  const std::intptr_t index = (offset - (offset % size + size) % size) / size;
  const std::string element = "`" + std::string(p.by->name) + "[" + std::to_string(index) + "]`";
  if (p.by->pointer == nullptr) return element + ", and `" + p.by->name + "` is null";
  const auto ahead = static_cast<std::size_t>(static_cast<const char*>(p.by->pointer) -
                                              static_cast<const char*>(p.memory.base));
  const std::size_t count = (p.memory.bytes - std::min(ahead, p.memory.bytes)) / p.by->shape.element;
  return element + " (of " + std::to_string(count) + " elements" +
         (p.memory.live ? ")" : ", which were freed)");
}

// What the address would be, by those pointers among the kernel's parameters whose memory is nearest: one
// that is close, or several that may be meant when it is far from all. Empty if there are none.
std::string elements_at(const launch& grid) {
  constexpr std::uintptr_t kFar = std::uintptr_t{1} << 35;  // 2^32 elements of 8 bytes
  constexpr std::size_t kMost = 3;
  const auto address = reinterpret_cast<std::uintptr_t>(grid.address);
  std::vector<pointed_at> found;
  for (const named_parameter* p = grid.body.parameters; p != nullptr && p->name != nullptr; ++p) {
    if (p->object != nullptr || p->shape.element == 0 || p->shape.inner[0] != 0) continue;
    if (p->pointer == nullptr) {
      if (address < std::uintptr_t{1} << 20) found.push_back({p, {}, address});
      continue;
    }
    const memory_info m = describe_pointer(p->pointer);
    if (m.kind == memory_kind::unknown) continue;
    const auto first = reinterpret_cast<std::uintptr_t>(m.base), last = first + m.bytes;
    const std::uintptr_t away = address < first ? first - address : address >= last ? address - last : 0;
    if (away < kFar) found.push_back({p, m, away});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const pointed_at& x, const pointed_at& y) { return x.away < y.away; });
  std::string out;
  for (std::size_t i = 0; i < found.size() && i < kMost && found[i].away <= 2 * found[0].away + 64; ++i)
    out += (i ? ", or " : "\n  it would be ") + element_of(found[i], address);
  return out;
}

}  // namespace

void report_failure(const launch& grid) {
  std::string out = "simcu: kernel `" + std::string(grid.body.name) + "` failed: " + error_text(grid.error) +
                    "\n  " + (grid.fault_text ? grid.fault_text : grid.message);
  if (grid.pc) {
    const std::string line = source_line(grid.pc);
    if (!line.empty()) out += ", at " + line;
  }
  if (grid.address != nullptr || grid.error == kIllegalAddress) out += elements_at(grid);
  out += "\n" + grid.waiting;
  std::fflush(stdout);
  std::fputs(out.c_str(), stderr);
}

// ---- what a block's threads wait for ----

namespace {

std::string ranges(const std::vector<unsigned>& ranks) {
  std::string out = ranks.size() == 1 ? "thread " : "threads ";
  for (std::size_t i = 0, shown = 0; i < ranks.size(); ++shown) {
    std::size_t last = i;
    while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) ++last;
    if (shown == 6) return out + ", … (" + std::to_string(ranks.size()) + " in all)";
    if (shown) out += ", ";
    out += std::to_string(ranks[i]);
    if (last > i) out += "-" + std::to_string(ranks[last]);
    i = last + 1;
  }
  return out;
}

}  // namespace

std::string block::describe_waiting() const {
  struct group {
    std::string what;
    std::vector<unsigned> ranks;
  };
  std::vector<group> groups;
  auto add = [&](const std::string& what, unsigned rank) {
    for (group& g : groups)
      if (g.what == what) return g.ranks.push_back(rank);
    groups.push_back({what, {rank}});
  };
  for (unsigned r = 0; r < count_; ++r) {
    if (!tracked_) {
      add(r + 1 == started_ ? "still running" : r < started_ ? "ended" : "not started yet", r);
      continue;
    }
    const thread_state& t = threads_[r];
    switch (t.status) {
      case thread_status::at_barrier:
        add(waits_at_barrier(r) || r == current_ ? "at the barrier in " + text(t.where) : "still running", r);
        break;
      case thread_status::in_warp: {
        char mask[16];
        std::snprintf(mask, sizeof mask, "0x%08x", lanes_[r].mask);
        add("at the warp function in " + text(t.where) + " with mask " + mask, r);
        break;
      }
      case thread_status::at_grid:
        add("at this_grid().sync() in " + text(t.where), r);
        break;
      case thread_status::converging:
        add("at __activemask() or coalesced_threads() in " + text(t.where), r);
        break;
      case thread_status::exited:
        add("ended", r);
        break;
      case thread_status::unstarted:
        add(r < started_ ? "still running" : "not started yet", r);
        break;
      default: {
        const std::string line = lanes_[r].pc ? source_line(lanes_[r].pc) : std::string();
        add(line.empty() ? "still running" : "still running at " + line, r);
      }
    }
  }
  std::string out = "  block " + text(index_) + ":\n";
  for (const group& g : groups) out += "    " + ranges(g.ranks) + ": " + g.what + "\n";
  return out;
}

}  // namespace simcu
