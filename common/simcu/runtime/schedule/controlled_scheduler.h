// SPDX-License-Identifier: Apache-2.0
// Launches that follow a schedule, on one OS thread.
#pragma once
#include <deque>
#include <memory>
#include <set>
#include <unordered_map>

#include "device/scheduler.h"
#include "schedule/block_turn.h"
#include "schedule/policy.h"
#include "schedule/replay.h"
#include "simcu/device.h"

namespace simcu {

// Declared again here, because the functions of simcu/atomics.h belong to instrumented code.
extern __thread char schedule_points __attribute__((tls_model("initial-exec")));
void schedule_point();

class controlled_scheduler final : public scheduler {
 public:
  // Returns null if SIMCU_SCHEDULE is not set and the launch is not `observed`; an observed launch then uses
  // fifo. An invalid schedule or record file ends the process with a message and status 2.
  static controlled_scheduler* for_next_launch(bool observed);
  // Numbers launches from 1 again.
  static void begin_part();

  void launch_begins(launch& grid, worker& w) override;
  void launch_ends() override;
  block* next_block(launch& grid, worker& w) override;
  turn* turn_of(block& b) override;
  void turn_ended(block& b) override;
  void progress() override { idle_turns_ = quiet_yields_ = 0; }
  // Called when a thread yields in a loop. Returns the number of the current stretch of time without changes.
  std::uint64_t quiet() { return quiet_yields_++ == 0 ? ++quiet_ : quiet_; }
  void quiet_ends() { quiet_yields_ = 0; }  // a thread has read a new value from another thread
  bool chooses_threads() const { return text_.warps; }
  const std::vector<std::uint64_t>& places() const { return text_.places; }
  unsigned launch_number() const { return launch_number_; }

  // ---- on a fiber (block_turn) ----
  // The running block has reached a point, which its `steps` already count.
  reaction at_point(const block& b, point_kind kind, location where, const void* pc);
  // An index into `ready`; with `at_point`, the running thread is ready[0] and could continue.
  std::size_t next_thread(const block& b, const std::vector<unsigned>& ready, bool at_point);

  void barrier_opened();

 private:
  explicit controlled_scheduler(const schedule_text& text);
  [[noreturn]] void does_not_fit(const std::string& why) const;
  struct choice {
    // stuck: every block that could run has been spinning so long that nothing will ever change.
    enum { none, resident, fresh, stuck } kind = none;
    std::size_t position = 0;  // in residents
    std::uint64_t block = 0;   // for `fresh`
  };
  choice choose();
  choice exactly(const target& to);
  void list_candidates();
  choice choose_spinning();
  bool all_wait_for_good() const;
  choice choose_candidate(bool fresh);
  void left(block& b, point_kind kind);
  void started(const block& b);
  bool room() const;

  schedule_text text_;
  std::unique_ptr<schedule_policy> policy_;
  std::unique_ptr<switch_list> replay_;
  launch* grid_ = nullptr;
  const std::deque<block*>* residents_ = nullptr;
  unsigned launch_number_ = 0;
  point from_;
  bool could_go_on_ = false;
  std::uint64_t launch_steps_ = 0, steps_before_ = 0;
  std::uint64_t begun_ = 0;
  std::uint64_t lowest_ = 0;
  std::set<std::uint64_t> ahead_;  // started blocks above it; only for replays and recordings
  bool keeps_track_ = false;
  bool warned_ = false;
  bool failed_ = false;  // a launch has failed, so the rest of the string may not be reached
  std::uint32_t idle_turns_ = 0, quiet_yields_ = 0;
  std::uint64_t quiet_ = 0;
  std::unordered_map<const block*, std::unique_ptr<block_turn>> turns_;
  std::size_t window_ = 1;
  // Blocks that could run and do not only spin, as indices among the residents.
  std::vector<candidate> ready_;
  std::vector<std::size_t> positions_;
  std::size_t spinner_ = 0;  // the first block that spins, or the number of residents
};

}  // namespace simcu
