// SPDX-License-Identifier: Apache-2.0
// A control group that limits the memory of one sandbox. The limit covers all its processes together, and
// memory that belongs to no process (memfds, tmpfs, pipes, page tables). Without a usable memory controller,
// all functions do nothing.
//
//   sandbox::memory_group group;
//   group.begin(2 << 30);
//   if (fork() == 0) { group.join(); … }
//   …                                     // wait until its processes have ended
//   if (group.exceeded()) …
//   group.end();
//
// With version 1, the group is below this process's group, which needs root. With version 2, it is next to
// this process's group, which needs a delegated subtree (systemd delegates one to each user's services:
// `systemd-run --user --scope make grade`).
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

  // Creates the group if that is possible here.
  void begin(std::size_t bytes);
  bool active() const { return !folder_.empty(); }
  const std::string& folder() const { return folder_; }
  // Changes the limit, even while processes are in the group.
  void limit(std::size_t bytes);
  // Puts the calling process into the group, with its future children.
  void join() const;
  // Whether the kernel killed a process of the group because the group, not the machine, was out of memory.
  bool exceeded() const;
  // Removes the group, whose processes must have ended.
  void end();

 private:
  std::string folder_;
};

// The kind of groups that can be created here: "cgroup v1", "cgroup v2", or "none". Determined only once.
std::string memory_controller();

// Removes the groups that killed graders have left. Called when a process creates its first group.
void remove_stale_groups();
// Removes the groups of a killed process that has been waited for, and kills the processes left in them.
void remove_groups_of(pid_t maker);

}  // namespace sandbox
