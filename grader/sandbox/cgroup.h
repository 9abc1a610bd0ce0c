// SPDX-License-Identifier: Apache-2.0
// A control group that limits the memory of one sandbox's processes together, with memory that belongs to no
// process (memfds, tmpfs, pipes, page tables). Without a usable memory controller, all functions do nothing.
// Version 1 needs root. Version 2 needs a delegated subtree (`systemd-run --user --scope make grade`).
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

  void begin(std::size_t bytes);
  bool active() const { return !folder_.empty(); }
  const std::string& folder() const { return folder_; }
  // Can be called while processes are in the group.
  void limit(std::size_t bytes);
  // Puts the calling process into the group, with its future children.
  void join() const;
  // Returns whether the kernel killed a process because this group, not the machine, was out of memory.
  bool exceeded() const;
  // The group's processes must have ended.
  void end();

 private:
  std::string folder_;
};

// Returns "cgroup v1", "cgroup v2" or "none": the groups that can be created here.
std::string memory_controller();

// Called when a process creates its first group.
void remove_stale_groups();
// Call it after waiting for `maker`. Kills the processes left in its groups.
void remove_groups_of(pid_t maker);

}  // namespace sandbox
