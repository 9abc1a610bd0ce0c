// SPDX-License-Identifier: Apache-2.0
// One block of a grid. It belongs to one worker, so no two OS threads use it at once.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/failure.h"
#include "device/turn.h"
#include "simcu/device.h"
#include "simcu/kernel.h"

namespace simcu {

struct fiber;
struct launch;
class worker;

enum class thread_status : std::uint8_t {
  unstarted,
  running,
  ready,
  at_barrier,
  in_warp,
  converging,
  at_grid,
  exited
};

// Valid only once the block is tracked (block::track); before, every started thread except the running one
// has ended. Takes half a cache line, and a barrier accesses no other state of the thread.
struct alignas(32) thread_state {
  void* context = nullptr;
  location where = {nullptr, 0};
  unsigned barrier_round : 24;
  thread_status status : 8;
};
static_assert(sizeof(thread_state) == 32);

struct lane_state {
  std::uint64_t value = 0, result = 0;
  unsigned mask = 0;
  int argument = 0;
  warp_op op = warp_op::sync;
  const void* pc = nullptr;  // where it yielded, or null
};

struct warp_state {
  unsigned arrived = 0;  // lanes inside warp_meet
  unsigned converging = 0;
  unsigned exited = 0;  // lanes that have ended, or that do not exist in the block
};

// The threads of one block that have not started yet, as seen by the fiber that runs them one after another.
class thread_cursor {
 public:
  // Ends the thread that ran on this fiber, if any, and selects the next; false if there is none.
  bool next() {
    preemptible = 0;
    if (__builtin_expect(suspended_ != 0 || started_ >= may_start_, 0)) return next_slow();
    start_next();
    return true;
  }

 protected:
  void start_next() {
    current_ = started_++;
    spin_budget = kSpinBudget;
    threadIdx.x = x_++;
    asm volatile("" ::: "memory");  // keeps x and y from being combined in a vector register, which is slower
    threadIdx.y = row_.y;
    threadIdx.z = row_.z;
    if (x_ == blockDim.x) {
      x_ = 0;
      if (++row_.y == blockDim.y) {
        row_.y = 0;
        ++row_.z;
      }
    }
  }
  bool next_slow();

  static constexpr unsigned kNone = ~0u;
  unsigned suspended_ = 0;  // threads that have started, have not ended, and do not run now
  unsigned started_ = 0;
  unsigned may_start_ = 0;  // threads below this rank start in order; next_slow() handles the others
  unsigned current_ = kNone;
  // threadIdx of rank started_. x is apart from y, because a compiler would load both as one word right after
  // the store to x and stall on it.
  struct {
    unsigned y, z;
  } row_ = {0, 0};
  unsigned x_ = 0;
};

class block : public thread_cursor {
 public:
  explicit block(worker& owner) : worker_(owner) {}
  ~block();
  block(const block&) = delete;
  block& operator=(const block&) = delete;

  // Makes this the block `linear` (x fastest) of the grid. `t` is null unless the launch follows a schedule.
  void begin(launch& grid, std::uint64_t linear, turn* t);
  // Called on the worker's own stack. Returns when all threads have ended, none can continue, or the block
  // yields.
  void run();
  bool finished() const { return suspended_ == 0 && started_ == count_; }
  bool waits_for_grid() const { return tracked_ && grid_waiting_.size() == alive_ && alive_ != 0; }
  bool waits_in_warp() const;
  std::string absent_lanes() const;  // advice that names those lanes, or ""
  bool can_run() const { return ready_count_ != 0 || started_ < count_; }
  bool leave_grid_barrier();

  // ---- called from the running thread ----
  void barrier(location where);
  int barrier_vote(vote kind, int predicate, location where);
  std::uint64_t meet(warp_op op, unsigned mask, std::uint64_t value, int argument, location where);
  unsigned converge(location where);
  void grid_barrier(location where);
  void yield(const void* pc);

  [[noreturn]] void stop_here(const void* pc);  // the launch has failed

  // ---- the fiber loop, called by the worker's fibers ----
  void* after_threads();  // with no unstarted thread: the next ready thread's context, or null for the worker
  void thread_ended(unsigned rank);
  bool take_unstarted();
  bool start_another();

  void* shared_storage(int slot, std::size_t bytes, std::size_t alignment, const char* name);
  void* dynamic_shared() const { return shared_; }
  void* shared_base() const { return shared_; }
  std::size_t shared_capacity() const { return shared_capacity_; }
  std::size_t static_shared_bytes() const { return shared_used_ - dynamic_bytes_; }

  unsigned current() const { return current_; }
  unsigned count() const { return count_; }
  uint3 index() const { return index_; }
  std::uint64_t linear() const { return linear_; }
  uint3 thread_index(unsigned rank) const;
  void set_builtin_variables() const;
  waiting_block what_threads_do() const;
  location barrier_place() const { return barrier_where_; }
  location grid_barrier_place() const {
    return grid_waiting_.empty() ? location{nullptr, 0} : threads_[grid_waiting_.front()].where;
  }
  // The place where one of its threads yielded in a loop, or null.
  const void* spin_place(unsigned* rank) const;
  bool spinning = false;  // has yielded because none of its threads makes progress
  unsigned grid_round = 0;
  bool counted_at_grid = false;

  // last_wait has no file if the thread never waited for others.
  bool some_have_ended() const { return tracked_ && alive_ < count_; }
  bool has_ended(unsigned rank) const { return threads_[rank].status == thread_status::exited; }
  location last_wait(unsigned rank) const { return threads_[rank].where; }

  turn* current_turn() const { return turn_; }  // null unless the launch follows a schedule

 private:
  friend class block_turn;
  void begin_shared(std::size_t dynamic_bytes);
  void track();
  void suspend(unsigned rank, bool unstarted_first = false);
  void leave_for(void* next, unsigned rank, fiber* self);
  void resume_later(unsigned rank);
  void resume_first(unsigned rank);
  unsigned take_ready();
  void open_barrier();
  void tell_of_absent_lanes(unsigned warp, unsigned present);
  void note_other_mask(unsigned rank);
  void forget_other_masks(unsigned warp, unsigned present);
  void tell_of_other_mask(unsigned rank);
  bool complete_meet(unsigned warp, unsigned mask, warp_op op);
  void recheck_warp(unsigned warp);
  void recheck_converging(unsigned warp, bool force);
  bool lane_runnable(unsigned rank) const;
  void release_all_converging();
  bool waits_at_barrier(unsigned rank) const;

  worker& worker_;
  launch* grid_ = nullptr;
  uint3 index_ = {0, 0, 0};
  bool tracked_ = false;
  unsigned count_ = 0;
  turn* turn_ = nullptr;
  unsigned known_exited_ = 0;  // when nothing is suspended: threads below this rank are marked as exited
  unsigned alive_ = 0;         // threads that have not ended (tracked only)
  unsigned fruitless_ = 0;     // yields since a thread last made progress
  unsigned converging_ = 0;

  std::vector<thread_state> threads_;
  std::vector<lane_state> lanes_;
  std::vector<warp_state> warps_;
  std::vector<std::uint16_t> ready_, waiting_;  // ready_: a ring of ring_mask_ + 1
  unsigned ring_mask_ = 0, ready_head_ = 0, ready_count_ = 0;
  unsigned waiting_count_ = 0, barrier_round_ = 1;  // the round wraps at 2^24
  location barrier_where_ = {nullptr, 0};
  bool places_differ_ = false;
  int votes_ = 0, vote_result_ = 0;
  std::vector<std::uint16_t> grid_waiting_;

  struct slot {
    std::uint64_t round;
    void* address;
  };
  char* shared_ = nullptr;
  std::size_t shared_capacity_ = 0, shared_used_ = 0, dynamic_bytes_ = 0;
  std::size_t shared_gaps_ = 0;  // bytes by which the latest shared array is moved back, in observed programs
  std::uint64_t shared_round_ = 0;
  std::vector<slot> slots_;

  // Kept at the end, away from the data that a barrier uses.
  std::uint64_t linear_ = 0;
  struct other_mask {  // the mask of a thread that arrived while another thread waited for it
    unsigned rank, mask;
    location where;
    unsigned other, mask_of_other;
    location there;
  };
  std::vector<other_mask> other_masks_;
};

}  // namespace simcu
