// SPDX-License-Identifier: Apache-2.0
// Decides which block a worker runs next. There are two schedulers: blocks that run as they come, spread over
// all cores (free_scheduler), and launches on one core that follow a policy or a replay string
// (controlled_scheduler).
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
  // Called when the worker starts a block: returns the object that is called while that block runs. Null:
  // none.
  virtual turn* turn_of(block& /*b*/) { return nullptr; }
  // Takes the next block out of the worker's residents, or makes the worker start one. Null means that no
  // block can run now.
  virtual block* next_block(launch& grid, worker& w) = 0;
  // Called after the block has run, and has yielded, waits, or has ended; it is not yet back among the
  // residents.
  virtual void turn_ended(block& /*b*/) {}
  // Something for which a waiting block may look has changed: a block has ended, opened a barrier, or
  // written.
  virtual void progress() {}
};

}  // namespace simcu
