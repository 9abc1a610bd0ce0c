// SPDX-License-Identifier: Apache-2.0
// -fsanitize-coverage=trace-pc makes each branch-free piece of code begin with a call to
// __sanitizer_cov_trace_pc.
#include "steps.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "base/fiber.h"
#include "device/worker.h"
#include "write_times.h"

extern "C" char __executable_start, etext;

namespace simcu::check::counting {
namespace {

__thread block_steps* counted __attribute__((tls_model("initial-exec")));

// The index is a piece's place in the program, and 0 means not known yet. Untouched pages use no memory.
std::uint16_t* lengths;
std::size_t places;

// About eight instructions or two accesses: otherwise an unrolled loop would be a single step.
constexpr std::ptrdiff_t kStepBytes = 32;

// A piece ends at the next call to the same function: the byte 0xe8 and a distance.
std::uint16_t length_of(const char* after_call) {
#ifdef __x86_64__
  constexpr std::ptrdiff_t kCallBytes = 5;
  const auto called = [](const char* call) {
    std::int32_t distance;
    std::memcpy(&distance, call + 1, sizeof distance);
    return *call == '\xe8' ? call + kCallBytes + distance : nullptr;
  };
  const char* const callee = called(after_call - kCallBytes);
  const char* next = after_call;
  while (callee && next + kCallBytes <= &etext && called(next) != callee) ++next;
  return static_cast<std::uint16_t>(std::min<std::ptrdiff_t>(1 + (next - after_call) / kStepBytes, 0xffff));
#else
  (void)after_call;
  return 1;
#endif
}

// A wide access counts as one more step per this many bytes after the first, because a GPU needs a vector
// instruction to move more.
constexpr std::uint64_t kStepWidth = 8;

write_times& written() {
  static auto* const times = new write_times;
  return *times;
}

}  // namespace

// ---- a block ----

void block_steps::begin(const simcu::block& b, std::uint64_t clock) {
  block_ = &b;
  clocks_.assign(b.count(), clock);
}

std::uint64_t block_steps::latest() const { return *std::max_element(clocks_.begin(), clocks_.end()); }

void block_steps::meet(std::uint64_t at) { std::fill(clocks_.begin(), clocks_.end(), at); }

void block_steps::meet(unsigned warp, unsigned lanes) {
  std::uint64_t latest = 0;
  const auto each = [&](auto f) {
    for (std::size_t i = 0; i < 32 && warp * 32 + i < clocks_.size(); ++i)
      if (lanes >> i & 1) f(clocks_[warp * 32 + i]);
  };
  each([&](std::uint64_t clock) { latest = std::max(latest, clock); });
  each([&](std::uint64_t& clock) { clock = latest; });
}

// ---- the running thread ----

std::uint64_t block_steps::work;

void block_steps::counts(block_steps* b) { counted = b; }

void block_steps::launch_begins() {
  work = 0;
  checking = 0;  // the last launch may have ended during a check
  written().launch_begins();
  if (lengths != nullptr) return;
  places = static_cast<std::size_t>(&etext - &__executable_start);
  lengths = static_cast<std::uint16_t*>(std::calloc(places, sizeof *lengths));
}

SIMCU_HOT inline void block_steps::takes(std::uint64_t steps) {
  work += steps;
  clock() += steps;
}

SIMCU_HOT inline void block_steps::step(const char* pc) {
  if (block_->current() >= block_->count()) return;
  if (checking) return;
  this_worker->on()->goes_down_to(__builtin_frame_address(0));
  const auto place = static_cast<std::size_t>(pc - &__executable_start);
  if (place >= places) return takes(1);  // the code is in a library
  if (lengths[place] == 0) lengths[place] = length_of(pc);
  takes(lengths[place]);
}

void block_steps::moves(std::uint64_t bytes) { takes((bytes - 1) / kStepWidth); }

void block_steps::loads(const event& e) {
  if (!e.races) clock() = std::max(clock(), written().load(e.address, e.bytes));
}

void block_steps::stores(const event& e) { written().store(e.address, e.bytes, clock()); }

void block_steps::atomic(const event& e, bool reads) {
  if (!reads) return stores(e);
  if (!e.write) return loads(e);
  const auto place = static_cast<std::uint32_t>(static_cast<const char*>(e.pc) - &__executable_start);
  const std::uint64_t other = e.changes ? written().change(e.address, e.bytes, clock(), place)
                                        : written().look(e.address, e.bytes, place);
  clock() = std::max(clock(), other);
}

}  // namespace simcu::check::counting

extern "C" __thread std::uintptr_t simcu_shown_load[2], simcu_shown_store[2];

extern "C" void __sanitizer_cov_trace_pc() {
  simcu_shown_load[1] = simcu_shown_store[1] = 0;  // an access follows its announcement immediately
  using simcu::check::counting::counted;
  if (counted) counted->step(static_cast<const char*>(__builtin_return_address(0)));
}
