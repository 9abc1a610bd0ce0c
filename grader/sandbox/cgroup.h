// SPDX-License-Identifier: Apache-2.0
// A control group for the memory of one box: all its processes together, with what belongs to none of them
// (memfds, tmpfs, pipes, page tables). Where no memory controller can be used everything works without one.
//
//   sandbox::memory_group group;
//   group.begin(2 << 30);
//   if (fork() == 0) { group.join(); … }
//   …                                     // its processes have ended
//   if (group.exceeded()) …
//   group.end();
//
// Version 1: below the group of this process, which takes root. Version 2: next to it, which takes a
// delegated subtree (systemd gives one to each user's own services: `systemd-run --user --scope make grade`).
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
  // Called by the child: from here on it, and what it starts, counts.
  void join() const;
  // Whether the kernel ended one of its processes because the group, not the machine, was full.
  bool exceeded() const;
  // Removes it; its processes must have ended.
  void end();

 private:
  std::string folder_;
};

// "cgroup v1", "cgroup v2", or "none": what groups are made with here; asked once.
std::string memory_controller();

// Removes the groups that killed processes have left; done when a process makes its first one.
void remove_stale_groups();
// Removes those of one process that was killed and waited for, and kills what is left in them.
void remove_groups_of(pid_t maker);

}  // namespace sandbox
