// SPDX-License-Identifier: Apache-2.0
// Schedules decide which block or thread runs next in a launch on one OS thread.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "device/turn.h"

namespace simcu {

struct schedule_text {
  enum { free_running, fifo, lockstep, reverse, random, pct, replay } kind = free_running;
  std::uint64_t seed = 0;
  unsigned depth = 0;       // pct: 1 + the number of times that the running block loses its priority
  std::uint64_t steps = 0;  // pct: points in one launch; 0 if not known
  std::string decisions;
  bool warps = false;                 // +warps
  std::vector<std::uint64_t> places;  // code offsets that are also points, in checked programs
};
extern const char* const kScheduleForms;
// Throws a std::string, an error message, if the text has none of these forms.
schedule_text parse_schedule(const std::string& text);

struct point {
  point_kind kind = point_kind::start;  // start: the launch begins, and no block runs
  std::uint64_t block = 0;
  std::uint64_t step = 0;         // points that this block has passed, including this one
  std::uint64_t launch_step = 0;  // points that all blocks have passed
  unsigned thread = 0;
};

enum class reaction { go_on, other_block, other_thread };

struct candidate {
  std::uint64_t block;
  std::uint64_t started_as;
};

// A block, or (thread >= 0) a thread of the running block.
struct target {
  std::uint64_t block = 0;
  int thread = -1;
};

class schedule_policy {
 public:
  virtual ~schedule_policy() = default;
  virtual void launch_begins(unsigned /*launch*/, std::uint64_t /*blocks*/, std::uint64_t /*steps before*/) {}
  // Returns which block is the i-th to start. The results are a permutation of all blocks.
  virtual std::uint64_t start_order(std::uint64_t i) const { return i; }
  // other_thread is possible only with +warps.
  virtual reaction at_point(const point& /*p*/, bool /*warps*/) { return reaction::go_on; }
  // Returns an index into `ready` (least recently run first), or ready.size() for the next block to start,
  // only if `fresh`.
  virtual std::size_t next_block(const point& p, const std::vector<candidate>& ready, bool fresh) = 0;
  // Returns an index into `ready`. Called only with +warps.
  virtual std::size_t next_thread(const point& /*p*/, const std::vector<unsigned>& /*ready*/) { return 0; }
  // Returns whether atomics and accesses are points for this policy.
  virtual bool wants_points() const { return true; }
  // Returns whether only a few blocks should wait for their next turn.
  virtual bool keeps_few() const { return true; }
};

// The text is not a replay. Without a schedule, only checked programs have a policy, because only they run on
// one OS thread.
std::unique_ptr<schedule_policy> make_policy(const schedule_text& text);

// Gives the same numbers on every machine.
class random_stream {
 public:
  explicit random_stream(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  std::uint64_t below(std::uint64_t n) { return n ? next() % n : 0; }
  static random_stream of(std::uint64_t seed, std::uint64_t which);

 private:
  std::uint64_t state_;
};

}  // namespace simcu
