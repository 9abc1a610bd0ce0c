// SPDX-License-Identifier: Apache-2.0
#include "device/worker.h"

#include <signal.h>

#include <atomic>
#include <chrono>
#include <cstdlib>

#include "base/machine.h"
#include "base/observer.h"
#include "device/fault.h"
#include "device/monitor.h"
#include "device/scheduler.h"
#include "device/system_calls.h"

namespace simcu {

__thread worker* this_worker;

worker::worker()
    : fibers_(fiber_main),
      os_thread_(pthread_self()),
      thread_id_(gettid()),
      signal_stack_(new char[kSignalStack]) {
  stack_t stack{};
  stack.ss_sp = signal_stack_.get();
  stack.ss_size = kSignalStack;
  sigaltstack(&stack, nullptr);
  this_worker = this;
}

worker::~worker() {
  stack_t off{};
  off.ss_flags = SS_DISABLE;
  sigaltstack(&off, nullptr);
  this_worker = nullptr;
}

worker& worker::of_this_thread() {
  if (this_worker) return *this_worker;
  thread_local bool had_one = false;
  if (had_one) return *new worker;  // the thread is ending: a static object's destructor launches a kernel
  had_one = true;
  thread_local worker w;
  return w;
}

ctx::fcontext_t worker::fresh_fiber() {
  if (fiber* f = fibers_.take()) {
    on_ = f;
    return f->context;
  }
  fail_kernel(kOutOfMemory,
              "the simulated device cannot get memory for the stack of one more thread (SIMCU_STACK_KIB sets "
              "its size)",
              location{nullptr, 0});
}

// Nothing is kept on the stack from one thread to the next, because a kernel may have overwritten it.
template <bool kForgets>
[[gnu::noinline]] void worker::run_on_fiber() {
  while (this_worker->running_->next()) {
    if constexpr (kForgets) forget_last_thread(*this_worker->on_);
    const kernel_body& body = this_worker->grid_->body;
    body.run_thread(body.closure);
  }
}

void worker::fiber_main(ctx::transfer_t from) {
  *static_cast<ctx::fcontext_t*>(from.data) = from.fctx;
  for (;;) {
    the_observer ? run_on_fiber<true>() : run_on_fiber<false>();
    leave_free_fiber();
  }
}

[[gnu::noinline]] void worker::leave_free_fiber() {
  worker& w = *this_worker;
  const ctx::fcontext_t next = w.running_->after_threads();
  w.fibers_.give(w.on_);
  w.switch_to(next, &w.on_->context);
}

void worker::enter(block& b, ctx::fcontext_t first) {
  running_ = &b;
  jump(first, &own_context_);
  running_ = nullptr;
  on_ = nullptr;
  preemptible = 0;
}

void worker::leave_fiber() {
  preemptible = 0;
  ctx::fcontext_t abandoned;
  jump(own_context_, &abandoned);
  std::abort();
}

block* worker::start(std::uint64_t linear) {
  progresses();
  launch& g = *grid_;
  g.resident.fetch_add(1, std::memory_order_relaxed);
  if (spare_.empty()) {
    blocks_.push_back(std::make_unique<block>(*this));
    spare_.push_back(blocks_.back().get());
  }
  block* b = spare_.back();
  spare_.pop_back();
  b->begin(g, linear, g.order->turn_of(*b));
  if (the_observer) the_observer->block_begins(*b);
  return b;
}

void worker::settle(block* b) {
  if (b->finished()) return finish(b);
  residents_.push_back(b);
  if (b->can_run()) return;
  if (b->waits_for_grid())
    arrive_at_grid_barrier(*b);
  else
    fail_deadlocked_block(*grid_, *b);
}

void worker::finish(block* b) {
  launch& g = *grid_;
  if (b->static_shared_bytes() > g.static_shared.load(std::memory_order_relaxed))
    g.static_shared = b->static_shared_bytes();
  g.resident.fetch_sub(1, std::memory_order_relaxed);
  if (the_observer) the_observer->block_ends(*b);
  spare_.push_back(b);
  if (!g.cooperative) return;
  const std::lock_guard<std::mutex> lock(g.mutex);
  ++g.ended;
  if (g.at_barrier != 0 && g.at_barrier + g.ended == g.blocks) fail_missed_grid_barrier(g);
}

void worker::arrive_at_grid_barrier(block& b) {
  launch& g = *grid_;
  const std::lock_guard<std::mutex> lock(g.mutex);
  b.grid_round = g.round.load();
  b.counted_at_grid = true;
  ++g.at_barrier;
  if (g.at_barrier == g.blocks) {
    g.at_barrier = 0;
    g.round.fetch_add(1);
    if (the_observer) the_observer->grid_barrier_opens(g);
    g.changed.notify_all();
  } else if (g.at_barrier + g.ended == g.blocks) {
    fail_missed_grid_barrier(g);
  }
}

void worker::wait_for_grid_barrier() {
  launch& g = *grid_;
  std::unique_lock<std::mutex> lock(g.mutex);
  const auto released = [&] {
    if (g.failed.load()) return true;
    for (const block* b : residents_)
      if (b->counted_at_grid && b->grid_round != g.round.load()) return true;
    return false;
  };
  // A failure is announced without holding the lock, so the wait has a time limit.
  while (!g.changed.wait_for(lock, std::chrono::milliseconds(20), released)) {
  }
}

void worker::run(launch& grid) {
  grid_ = &grid;
  run_blocks(grid);
  grid_ = nullptr;  // only after the monitor has released this worker
}

void worker::run_blocks(launch& grid) {
  const watched_run watched(*this);
  const equal_float_flags flags;
  const kernels_cannot_call_the_system refused(the_observer != nullptr);
  scheduler& order = *grid.order;
  order.launch_begins(grid, *this);
  while (!grid.failed.load(std::memory_order_relaxed)) {
    block* b = order.next_block(grid, *this);
    if (!b) {
      if (residents_.empty()) break;
      wait_for_grid_barrier();
      continue;
    }
    b->spinning = false;
    if (the_observer) the_observer->block_runs(*b);
    b->run();
    if (grid.failed.load(std::memory_order_relaxed)) {
      residents_.push_back(b);
      break;
    }
    order.turn_ended(*b);
    settle(b);
  }
  order.launch_ends();
  if (grid.failed.load()) abandon();
}

void worker::abandon() {
  describe_abandoned(*grid_, residents_);
  for (block* b : residents_) spare_.push_back(b);
  residents_.clear();
  fibers_.abandon_all();
}

}  // namespace simcu
