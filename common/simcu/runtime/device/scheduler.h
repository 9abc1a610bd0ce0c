// SPDX-License-Identifier: Apache-2.0
// Which block a worker runs next. There are two: blocks that run as they come, spread over all cores
// (free_scheduler), and launches on one core that follow a policy or a replay string (controlled_scheduler).
#pragma once

namespace simcu {

class block;
struct launch;
class turn;
class worker;

// Called by the worker on its own stack, while it runs blocks of one launch.
class scheduler {
 public:
  virtual ~scheduler() = default;
  virtual void launch_begins(launch& /*grid*/, worker& /*w*/) {}
  virtual void launch_ends() {}
  // Called when the worker starts a block: what is called while that block runs. Null: nothing.
  virtual turn* turn_of(block& /*b*/) { return nullptr; }
  // Takes the block that is next out of the worker's residents, or has the worker start one. Null: none can
  // run now.
  virtual block* next_block(launch& grid, worker& w) = 0;
  // The block has run and gave way, waits, or has ended; it is not yet back among the residents.
  virtual void turn_ended(block& /*b*/) {}
  // Something has changed that a spinning block may wait for: it has ended, opened a barrier, written.
  virtual void progress() {}
};

}  // namespace simcu
