// SPDX-License-Identifier: Apache-2.0
// Schedules: which block or thread runs next in a launch on one OS thread. A policy answers three questions
// at the points where a block or a thread can change places with another one; controlled_scheduler.h asks
// them.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "device/turn.h"

namespace simcu {

// The parsed SIMCU_SCHEDULE. See kScheduleForms for its forms.
struct schedule_text {
  enum { free_running, fifo, lockstep, reverse, random, pct, replay } kind = free_running;
  std::uint64_t seed = 0;
  unsigned depth = 0;       // pct: 1 + the number of times that the running block loses its priority
  std::uint64_t steps = 0;  // pct: points in one launch; 0 = not known
  std::string decisions;    // replay: what is after the colon
  bool warps = false;       // also chooses the order of threads inside a block
  std::vector<std::uint64_t> places;  // offsets of code in the program: also points, in checked programs
};
extern const char* const kScheduleForms;
// Throws a std::string, an error message, if the text has none of the forms.
schedule_text parse_schedule(const std::string& text);

struct point {
  point_kind kind = point_kind::start;  // start: of the launch; no block runs
  std::uint64_t block = 0;
  std::uint64_t step = 0;         // points that this block has passed, this one included
  std::uint64_t launch_step = 0;  // points that all blocks have passed
  unsigned thread = 0;
};

enum class reaction { go_on, other_block, other_thread };

// A started block that could run.
struct candidate {
  std::uint64_t block;
  std::uint64_t started_as;  // how many blocks had started before it
};

// What a replay asks for: a block, or (thread >= 0) a thread of the running block.
struct target {
  std::uint64_t block = 0;
  int thread = -1;
};

class schedule_policy {
 public:
  virtual ~schedule_policy() = default;
  virtual void launch_begins(unsigned /*launch*/, std::uint64_t /*blocks*/, std::uint64_t /*steps before*/) {}
  // The block that starts as number `i`: a permutation of all blocks.
  virtual std::uint64_t start_order(std::uint64_t i) const { return i; }
  // Whether the running block or thread gives way here, although it could continue. other_thread only with
  // +warps.
  virtual reaction at_point(const point& /*p*/, bool /*warps*/) { return reaction::go_on; }
  // Which of `ready` (least recently run first) is next; ready.size() for the next one to start, which is
  // offered if `fresh`. Never called with only one answer.
  virtual std::size_t next_block(const point& p, const std::vector<candidate>& ready, bool fresh) = 0;
  // Which of the ready threads of the block is next; ready[0] would run without +warps.
  virtual std::size_t next_thread(const point& /*p*/, const std::vector<unsigned>& /*ready*/) { return 0; }
  // Whether atomics and accesses are points for this policy.
  virtual bool wants_points() const { return true; }
  // Whether blocks may wait for their next turn without bound, or should wait for only a few others.
  virtual bool keeps_few() const { return true; }
};

// The policy for the text; not for replay. free_running: for a checked program, which runs on one OS thread.
std::unique_ptr<schedule_policy> make_policy(const schedule_text& text);

// Random numbers that are the same everywhere.
class random_stream {
 public:
  explicit random_stream(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  std::uint64_t below(std::uint64_t n) { return n ? next() % n : 0; }
  // One of many independent streams.
  static random_stream of(std::uint64_t seed, std::uint64_t which);

 private:
  std::uint64_t state_;
};

}  // namespace simcu
