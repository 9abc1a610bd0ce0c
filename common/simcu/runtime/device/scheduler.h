// SPDX-License-Identifier: Apache-2.0
// Decides which block a worker runs next.
#pragma once

namespace simcu {

class block;
struct launch;
class turn;
class worker;

// Called by a worker on its own stack.
class scheduler {
 public:
  virtual ~scheduler() = default;
  virtual void launch_begins(launch& /*grid*/, worker& /*w*/) {}
  virtual void launch_ends() {}
  // Returns the turn that the block calls while it runs; null if it has none.
  virtual turn* turn_of(block& /*b*/) { return nullptr; }
  // Returns null if no block can run now.
  virtual block* next_block(launch& grid, worker& w) = 0;
  // The block has yielded, waits, or has ended, and is not yet back among the residents.
  virtual void turn_ended(block& /*b*/) {}
  // Something that a waiting block may read has changed: a block has ended, opened a barrier, or written.
  virtual void progress() {}
};

}  // namespace simcu
