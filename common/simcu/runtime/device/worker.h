// SPDX-License-Identifier: Apache-2.0
// One OS thread that runs blocks: its fibers, its resident blocks, and the choice of the next block.
#pragma once
#include <pthread.h>
#include <sys/types.h>

#include <atomic>
#include <deque>
#include <memory>
#include <vector>

#include "base/fiber.h"
#include "device/block.h"
#include "device/launch.h"

namespace simcu {

// In bytes. After a crash, libdw looks up line numbers; its tables on this stack need a quarter of the size.
inline constexpr std::size_t kSignalStack = 1 << 20;

class worker {
 public:
  worker();  // called on its OS thread; gives that thread a signal stack
  ~worker();
  worker(const worker&) = delete;
  worker& operator=(const worker&) = delete;

  static worker& of_this_thread();

  void run(launch& grid);

  // ---- called on fibers ----
  // Keeps the running context in `*save`. `next` may be null, which means the worker's own stack. The resumed
  // context says which fiber it is on (set_on).
  [[gnu::always_inline]] void switch_to(ctx::fcontext_t next, ctx::fcontext_t* save) {
    moves_.store(moves_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    jump(next ? next : own_context_, save);
  }
  fiber* on() const { return on_; }
  void set_on(fiber* f) { on_ = f; }
  ctx::fcontext_t fresh_fiber();  // the caller jumps to it next; becomes on()
  // The launch has failed.
  [[noreturn]] void leave_fiber();
  void enter(block& b, ctx::fcontext_t first);

  block* running() const { return running_; }
  launch* grid() const { return grid_; }
  pthread_t os_thread() const { return os_thread_; }
  pid_t thread_id() const { return thread_id_; }
  std::uint64_t moves() const { return moves_.load(std::memory_order_relaxed); }
  std::uint64_t progress() const { return progress_.load(std::memory_order_relaxed); }
  const void* last_pc() const { return last_pc_.load(std::memory_order_relaxed); }
  void progresses() { progress_.store(progress() + 1, std::memory_order_relaxed); }
  void gives_way_at(const void* pc) { last_pc_.store(pc, std::memory_order_relaxed); }
  bool is_stack_guard(const void* address) const { return fibers_.is_guard(address); }
  bool is_stack(const void* address) const { return fibers_.is_stack(address); }

  // ---- called by the scheduler, on the worker's own stack ----
  // Started blocks that have not ended, except the running one; least recently run first.
  std::deque<block*>& residents() { return residents_; }
  block* start(std::uint64_t linear);  // the block does not join the residents

 private:
  static void fiber_main(ctx::transfer_t from);
  template <bool kForgets>
  static void run_on_fiber();
  static void leave_free_fiber();
  void run_blocks(launch& grid);
  void settle(block* b);
  void finish(block* b);
  void arrive_at_grid_barrier(block& b);
  void wait_for_grid_barrier();
  void abandon();

  fiber_pool fibers_;
  ctx::fcontext_t own_context_ = nullptr;
  fiber* on_ = nullptr;
  block* running_ = nullptr;
  launch* grid_ = nullptr;
  pthread_t os_thread_;
  pid_t thread_id_;
  std::unique_ptr<char[]> signal_stack_;
  std::atomic<std::uint64_t> moves_{0}, progress_{0};
  std::atomic<const void*> last_pc_{nullptr};
  std::deque<block*> residents_;
  std::vector<std::unique_ptr<block>> blocks_;
  std::vector<block*> spare_;
};

extern __thread worker* this_worker __attribute__((tls_model("initial-exec")));

}  // namespace simcu
