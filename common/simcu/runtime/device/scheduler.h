// SPDX-License-Identifier: Apache-2.0
// Decides which block a worker runs next. There are two schedulers. free_scheduler runs blocks in order on
// all cores. controlled_scheduler runs a launch on one core and follows a policy or a replay string.
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
  // Called when the worker starts a block. Returns the object that is called while that block runs, or null
  // if there is none.
  virtual turn* turn_of(block& /*b*/) { return nullptr; }
  // Takes the next block out of the worker's residents, or makes the worker start one. Null means that no
  // block can run now.
  virtual block* next_block(launch& grid, worker& w) = 0;
  // Called after the block has run, and has yielded, waits, or has ended. The block is not yet back among the
  // residents.
  virtual void turn_ended(block& /*b*/) {}
  // Called when something that a waiting block may read has changed, because a block has ended, opened a
  // barrier, or written.
  virtual void progress() {}
};

}  // namespace simcu
