// SPDX-License-Identifier: Apache-2.0
// A control group that limits the memory of one sandbox. The limit covers all its processes together, and
// memory that belongs to no process (memfds, tmpfs, pipes, page tables). Without a usable memory controller,
// everything works without a group.
//
//   sandbox::memory_group group;
//   group.begin(2 << 30);
//   if (fork() == 0) { group.join(); … }
//   …                                     // its processes have ended
//   if (group.exceeded()) …
//   group.end();
//
// With version 1 the group is below this process's group, which needs root. With version 2 it is next to it,
// which needs a delegated subtree (systemd gives one to each user's own services: `systemd-run --user --scope
// make grade`).
#pragma once
#include <sys/types.h>

#include <cstddef>
#include <string>

namespace sandbox {

class memory_group {
 public:
  memory_group() = default;
  ~memory_group() { end(); }
  memory_group(const memory_group&) = delete;
  memory_group& operator=(const memory_group&) = delete;

  // Makes the group, if one can be made.
  void begin(std::size_t bytes);
  bool active() const { return !folder_.empty(); }
  const std::string& folder() const { return folder_; }
  // May change while processes are in it.
  void limit(std::size_t bytes);
  // The child calls this: from then on its memory counts, and that of its children.
  void join() const;
  // Whether the kernel killed one of its processes because the group, not the machine, was full.
  bool exceeded() const;
  // Removes it; its processes must have ended.
  void end();

 private:
  std::string folder_;
};

// The kind of groups that can be made here: "cgroup v1", "cgroup v2", or "none"; determined once.
std::string memory_controller();

// Removes the groups that killed graders have left; called when a process makes its first group.
void remove_stale_groups();
// Removes the groups of a process that was killed and waited for, and kills the processes left in them.
void remove_groups_of(pid_t maker);

}  // namespace sandbox
