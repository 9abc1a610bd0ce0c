// SPDX-License-Identifier: Apache-2.0
#include "device/fault.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "base/failure_text.h"
#include "base/settings.h"
#include "base/symbolize.h"
#include "device/launch.h"
#include "device/worker.h"
#include "simcu/device_model.h"
#include "simcu/runtime_api.h"

namespace simcu {
namespace {

std::array<unsigned, 3> as_array(uint3 v) { return {v.x, v.y, v.z}; }

code_place as_place(location where) {
  code_place place;
  if (where.file) place = {where.file, where.line, where.repeat, 0};
  return place;
}

code_place as_place(const void* pc) { return {"", 0, 0, reinterpret_cast<std::uintptr_t>(pc)}; }

void fail(launch& grid, int error, failure why) {
  if (!grid.claim_failure()) return;
  grid.error = error;
  grid.why = std::move(why);
  grid.publish_failure();
}

failure of(const char* kind, std::string message, std::string advice,
           std::vector<waiting_block> waiting = {}) {
  failure why;
  why.kind = kind;
  why.message = std::move(message);
  why.advice = std::move(advice);
  why.waiting = std::move(waiting);
  return why;
}

}  // namespace

void fail_kernel(int cuda_error, const char* message, location where) {
  preemptible = 0;
  failure why;
  why.message = message;
  why.block = as_array(this_worker->running()->index());
  why.thread = as_array(threadIdx);
  why.at = as_place(where);
  fail(*this_worker->grid(), cuda_error, std::move(why));
  this_worker->leave_fiber();
}

void blame_running_thread(launch& grid, const void* pc) {
  grid.why.block = as_array(this_worker->running()->index());
  grid.why.thread = as_array(threadIdx);
  grid.why.at.address = reinterpret_cast<std::uintptr_t>(pc);
}

void fail_divergent_barrier(launch& grid, const block& b) {
  fail(grid, kLaunchFailure,
       of("barrier-divergence", "barrier divergence: the threads of a block wait at different barriers",
          "A __syncthreads() must be reached by all threads of the block or by none: move it out of the "
          "branch.",
          {b.what_threads_do()}));
  this_worker->leave_fiber();
}

void fail_mixed_warp_ops(launch& grid, const block& b) {
  fail(grid, kLaunchFailure,
       of("syncwarp-absent", "lanes of one warp wait for each other in different operations",
          "All lanes named in the mask must call the same warp function together.", {b.what_threads_do()}));
  this_worker->leave_fiber();
}

void fail_lane_not_in_mask(unsigned mask, unsigned lane, location where) {
  char message[160];
  std::snprintf(
      message, sizeof message,
      "lane %u calls a warp function with the mask 0x%08x, which does not name the lane: the mask must "
      "contain the caller",
      lane, mask);
  fail_kernel(kLaunchFailure, message, where);
}

void fail_too_much_shared(std::size_t declared, std::size_t dynamic) {
  std::string message = "the kernel's __shared__ variables need " + std::to_string(declared) + " bytes";
  message += declared > model::kSharedPerBlock
                 ? ", but a block has " + std::to_string(model::kSharedPerBlock) +
                       ": use extern __shared__ and cudaFuncSetAttribute for more"
                 : " besides the " + std::to_string(dynamic) +
                       " of dynamic shared memory, but a block can have at most " +
                       std::to_string(this_device().shared_of_block()) + on_this_device();
  fail_kernel(kLaunchFailure, message.c_str(), location{nullptr, 0});
}

void fail_deadlocked_block(launch& grid, const block& b) {
  const std::string absent = b.absent_lanes();
  fail(grid, kLaunchFailure,
       of(b.waits_in_warp() ? "syncwarp-absent" : "barrier-divergence",
          "deadlock: every thread that has not ended waits for another thread",
          absent.empty()
              ? "A barrier opens only when all threads of the block that have not ended have reached it."
              : absent,
          {b.what_threads_do()}));
}

void fail_missed_grid_barrier(launch& grid) {
  fail(grid, kLaunchFailure,
       of("deadlock",
          "deadlock: " + std::to_string(grid.ended) + " of " + std::to_string(grid.blocks) +
              " blocks have ended without reaching this_grid().sync(), at which the other blocks wait",
          "Every thread of the grid must reach it: do not return before it."));
}

void describe_abandoned(launch& grid, const std::deque<block*>& residents) {
  const std::lock_guard<std::mutex> lock(grid.mutex);
  if (grid.error != kLaunchTimeout) return;
  constexpr std::size_t kEnough = 40;
  std::size_t entries = 0;
  for (const waiting_block& b : grid.why.waiting) entries += b.threads.size();
  for (const block* b : residents) {
    if (entries >= kEnough) return;
    grid.why.waiting.push_back(b->what_threads_do());
    entries += grid.why.waiting.back().threads.size();
  }
}

namespace {

struct pointed_at {
  const named_parameter* by;
  memory_info memory;
  std::uintptr_t away;
};

std::string element_of(const pointed_at& p, std::uintptr_t address) {
  const auto offset = static_cast<std::intptr_t>(address - reinterpret_cast<std::uintptr_t>(p.by->pointer));
  const auto size = static_cast<std::intptr_t>(p.by->shape.element);
  const std::intptr_t index = (offset - (offset % size + size) % size) / size;
  const std::string element = "`" + std::string(p.by->name) + "[" + std::to_string(index) + "]`";
  if (p.by->pointer == nullptr) return element + ", and `" + p.by->name + "` is null";
  const auto ahead = static_cast<std::size_t>(static_cast<const char*>(p.by->pointer) -
                                              static_cast<const char*>(p.memory.base));
  // Only the owner of an allocation knows how far a pointer into its middle may reach.
  if (ahead != 0) return element + (p.memory.live ? "" : " (of memory that was freed)");
  return element + " (of " + std::to_string(p.memory.bytes / p.by->shape.element) + " elements" +
         (p.memory.live ? ")" : ", which were freed)");
}

// Names the address as an element of the nearest array that a kernel's parameter points to, or of several
// arrays if all are far away. Pointers to const are left out for a write.
std::string elements_at(const launch& grid) {
  constexpr std::uint64_t kFar = std::uint64_t{1} << 35;  // 2^32 elements of 8 bytes
  constexpr std::size_t kMost = 3;
  const auto address = reinterpret_cast<std::uintptr_t>(grid.address);
  std::vector<pointed_at> found;
  for (const named_parameter* p = grid.body.parameters; p != nullptr && p->name != nullptr; ++p) {
    if (p->object != nullptr || p->shape.element == 0 || p->shape.inner[0] != 0) continue;
    if (grid.wrote && p->shape.is_const) continue;
    if (p->pointer == nullptr) {
      if (address < std::uintptr_t{1} << 20) found.push_back({p, {}, address});
      continue;
    }
    const memory_info m = describe_pointer(p->pointer);
    if (m.kind == memory_kind::unknown) continue;
    const auto first = reinterpret_cast<std::uintptr_t>(m.base), last = first + m.bytes;
    const std::uintptr_t away = address < first ? first - address : address >= last ? address - last : 0;
    if (std::uint64_t{away} < kFar) found.push_back({p, m, away});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const pointed_at& x, const pointed_at& y) { return x.away < y.away; });
  std::string out;
  for (std::size_t i = 0; i < found.size() && i < kMost && found[i].away <= 2 * found[0].away + 64; ++i)
    out += (i ? ", or " : "it would be ") + element_of(found[i], address);
  return out;
}

void find_line(code_place& place) {
  if (place.address == 0) return;
  const std::string line = source_line(reinterpret_cast<const void*>(place.address));
  if (const std::size_t colon = line.rfind(':'); colon != std::string::npos) {
    place.file = line.substr(0, colon);
    place.line = std::stoi(line.substr(colon + 1));
  }
}

}  // namespace

void complete_failure(launch& grid) {
  const auto code = static_cast<cudaError_t>(grid.error);
  grid.why.kernel = grid.body.name;
  if (grid.body.call != nullptr) grid.why.called_at = users_line(*grid.body.call);
  grid.why.error = cudaGetErrorName(code);
  grid.why.error_text = cudaGetErrorString(code);
  if (grid.fault_text) grid.why.message = grid.fault_text;
  if (grid.address != nullptr || grid.error == kIllegalAddress) grid.why.elements = elements_at(grid);
  find_line(grid.why.spins);
  find_line(grid.why.at);
  for (waiting_block& b : grid.why.waiting)
    for (waiting_threads& t : b.threads) find_line(t.place);
}

std::string block::absent_lanes() const {
  for (unsigned r = 0; tracked_ && r < count_; ++r) {
    if (threads_[r].status != thread_status::in_warp) continue;
    const unsigned first = r / 32 * 32, mask = lanes_[r].mask;
    std::vector<std::pair<unsigned, unsigned>> absent;
    for (unsigned other = first; other < std::min(first + 32, count_); ++other) {
      const thread_state& t = threads_[other];
      if ((mask >> (other - first) & 1) == 0 || t.status == thread_status::exited ||
          (t.status == thread_status::in_warp && t.where.line == threads_[r].where.line))
        continue;
      if (!absent.empty() && absent.back().second + 1 == other)
        absent.back().second = other;
      else
        absent.emplace_back(other, other);
    }
    if (absent.empty()) continue;
    char named[16];
    std::snprintf(named, sizeof named, "0x%08x", mask);
    const bool one = absent.size() == 1 && absent[0].first == absent[0].second;
    return "The mask " + std::string(named) + " at which thread " + std::to_string(r) + " waits also names " +
           text_of(absent) + ", which " + (one ? "is" : "are") +
           " elsewhere. Let all lanes of the mask make the call: take it out of the branch or the loop, and "
           "let a lane without an element pass a neutral value. Or name only the lanes that make the call: "
           "use the mask that __ballot_sync() returns for the branch's condition, before the branch.";
  }
  return "";
}

waiting_block block::what_threads_do() const {
  waiting_block out{as_array(index_), {}};
  const auto add = [&](unsigned rank, const char* doing, const code_place& place = {},
                       const std::string& after = "") {
    for (waiting_threads& t : out.threads) {
      if (t.doing != doing || t.after_place != after || !(t.place == place)) continue;
      if (t.ranks.back().second + 1 == rank)
        t.ranks.back().second = rank;
      else
        t.ranks.emplace_back(rank, rank);
      return;
    }
    out.threads.push_back({{{rank, rank}}, doing, place, after});
  };
  for (unsigned r = 0; r < count_; ++r) {
    if (!tracked_) {
      add(r, r + 1 == started_ ? "still running" : r < started_ ? "ended" : "not started yet");
      continue;
    }
    const thread_state& t = threads_[r];
    switch (t.status) {
      case thread_status::at_barrier:
        if (waits_at_barrier(r) || r == current_)
          add(r, "at the barrier", as_place(t.where));
        else
          add(r, "still running");
        break;
      case thread_status::in_warp: {
        char mask[32];
        std::snprintf(mask, sizeof mask, " with mask 0x%08x", lanes_[r].mask);
        add(r, "at the warp function", as_place(t.where), mask);
        break;
      }
      case thread_status::at_grid:
        add(r, "at this_grid().sync()", as_place(t.where));
        break;
      case thread_status::converging:
        add(r, "at __activemask() or coalesced_threads()", as_place(t.where));
        break;
      case thread_status::exited:
        add(r, "ended");
        break;
      case thread_status::unstarted:
        add(r, r < started_ ? "still running" : "not started yet");
        break;
      default:
        add(r, "still running", as_place(lanes_[r].pc));
    }
  }
  return out;
}

}  // namespace simcu
