// SPDX-License-Identifier: Apache-2.0
// Decides which block a worker runs next.
#pragma once

namespace simcu {

class block;
struct launch;
class turn;
class worker;

// Called on the worker's own stack, while it runs blocks of one launch.
class scheduler {
 public:
  virtual ~scheduler() = default;
  virtual void launch_begins(launch& /*grid*/, worker& /*w*/) {}
  virtual void launch_ends() {}
  // Called when the worker starts a block. The result, or null, is called while that block runs.
  virtual turn* turn_of(block& /*b*/) { return nullptr; }
  // Takes the next block out of the worker's residents, or makes the worker start one. Null means that no
  // block can run now.
  virtual block* next_block(launch& grid, worker& w) = 0;
  // The block has yielded, waits, or has ended, and is not yet back among the residents.
  virtual void turn_ended(block& /*b*/) {}
  // Something that a waiting block may read has changed: a block has ended, opened a barrier, or written.
  virtual void progress() {}
};

}  // namespace simcu
