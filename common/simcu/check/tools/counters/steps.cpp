// SPDX-License-Identifier: Apache-2.0
// -fsanitize-coverage=trace-pc: the compiler begins each piece of straight-line code with a call of
// __sanitizer_cov_trace_pc.
#include "steps.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "device/worker.h"
#include "simcu/kernel.h"

extern "C" char __executable_start, etext;

namespace simcu::check::counting {
namespace {

// The block that runs on this OS thread. (`preemptible` is set inside a thread's first piece of code.)
__thread block_steps* counted __attribute__((tls_model("initial-exec")));

// The number of steps of each piece of code, by its place in the program; 0: not known yet. Untouched memory
// costs nothing.
std::uint16_t* lengths;
std::size_t places;

// A piece of code counts one more step per this many of its bytes: some eight instructions, or two accesses.
// Otherwise an unrolled loop, or a network of minima and maxima, would be one step.
constexpr std::ptrdiff_t kStepBytes = 32;

// A piece continues until the next call of the same function: a byte 0xe8, and the distance.
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

std::uint64_t mixed(std::uint64_t sum, std::uint64_t word) {
  sum = (sum ^ word) * 0x9e3779b97f4a7c15;
  return sum ^ sum >> 32;
}

}  // namespace

// ---- a thread ----

void thread_steps::changes(const event& e) {
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(e.address), std::min<std::size_t>(e.bytes, sizeof value));
  const std::uint64_t left = mixed(mixed(0, e.address), value);
  looks_ = looks_ || left == left_;
  if (left != left_) stores();
  left_ = left;
}

std::uint64_t thread_steps::is_at(std::uint64_t state) {
  state |= 1;
  looks_ = false;
  if (state != state_) {
    state_ = state;
    looked_ = clock;
    return 0;
  }
  const std::uint64_t in_vain = clock - looked_;
  clock = looked_;
  return in_vain;
}

// ---- a block ----

void block_steps::begin(const simcu::block& b, std::uint64_t clock) {
  block_ = &b;
  threads_.assign(b.count(), {});
  meet(clock);
}

std::uint64_t block_steps::latest() const {
  std::uint64_t latest = 0;
  for (const thread_steps& t : threads_) latest = std::max(latest, t.clock);
  return latest;
}

void block_steps::meet(std::uint64_t at) {
  for (thread_steps& t : threads_) t.meets_others(at);
}

void block_steps::meet(unsigned warp, unsigned lanes) {
  std::uint64_t latest = 0;
  const auto each = [&](auto f) {
    for (std::size_t i = 0; i < 32 && warp * 32 + i < threads_.size(); ++i)
      if (lanes >> i & 1) f(threads_[warp * 32 + i]);
  };
  each([&](const thread_steps& t) { latest = std::max(latest, t.clock); });
  each([&](thread_steps& t) { t.meets_others(latest); });
}

// ---- the running thread ----

std::uint64_t block_steps::work;

void block_steps::counts(block_steps* b) { counted = b; }

void block_steps::launch_begins() {
  work = 0;
  if (lengths != nullptr) return;
  places = static_cast<std::size_t>(&etext - &__executable_start);
  lengths = static_cast<std::uint16_t*>(std::calloc(places, sizeof *lengths));
}

SIMCU_HOT inline bool block_steps::step(const char* pc) {
  const unsigned rank = block_->current();
  if (rank >= block_->count()) return false;  // between two threads
  const auto place = static_cast<std::size_t>(pc - &__executable_start);
  std::uint64_t length = 1;  // in a library
  if (place < places) {
    if (lengths[place] == 0) lengths[place] = length_of(pc);
    length = lengths[place];
  }
  work += length;
  return threads_[rank].step(length);
}

void block_steps::looks(const std::uintptr_t* stack) {
  const char was = preemptible;
  preemptible = 0;
  const fiber* on = this_worker->on();
  const char* const end = static_cast<const char*>(on->stack) + on->bytes;
  std::uint64_t state = 0;
  for (; reinterpret_cast<const char*>(stack) < end; ++stack) state = mixed(state, *stack);
  work -= running().is_at(state);
  preemptible = was;
}

}  // namespace simcu::check::counting

using simcu::check::counting::counted;

#ifdef __x86_64__

extern "C" [[gnu::used]] void simcu_looks(const std::uintptr_t* stack) { counted->looks(stack); }

// A jump here keeps the registers and the stack of the kernel's code.
asm(R"(
  .text
  .p2align 4
  .type simcu_look, @function
simcu_look:
  .cfi_startproc
  pushq %r15
  pushq %r14
  pushq %r13
  pushq %r12
  pushq %rbx
  pushq %rbp
  .cfi_adjust_cfa_offset 48
  movq %rsp, %rdi
  subq $8, %rsp
  .cfi_adjust_cfa_offset 8
  call simcu_looks
  addq $56, %rsp
  .cfi_adjust_cfa_offset -56
  ret
  .cfi_endproc
  .size simcu_look, . - simcu_look
)");
extern "C" void simcu_look();

#else

// Without the registers: waiting counts.
static void simcu_look() {}

#endif

extern "C" void __sanitizer_cov_trace_pc() {
  if (counted && counted->step(static_cast<const char*>(__builtin_return_address(0)))) simcu_look();
}
