// SPDX-License-Identifier: Apache-2.0
// The descendants of a process, read from /proc: everything that a runner may have forked.
#pragma once
#include <sys/types.h>

#include <cstddef>
#include <vector>

namespace verifier {

// All descendants of `root`. Processes that ended but were not waited for count only if `with_ended`.
std::vector<pid_t> descendants(pid_t root, bool with_ended = false);

// The children of `pid`'s main thread. This is quick where Linux lists them (CONFIG_PROC_CHILDREN).
std::vector<pid_t> children_of(pid_t pid);

// Physical memory of these processes, in bytes; shared pages count once per process.
std::size_t resident_bytes(const std::vector<pid_t>& processes);

// Threads of this process.
std::size_t threads_of(pid_t pid);

// Whether the process is exiting or has ended. Its files may be closed before it can be waited for.
bool is_ending(pid_t pid);

// From now on no process of the same user can read or write this process's memory (/proc/…/mem), except root
// with its capabilities. A program that this process executes is not protected.
void keep_to_oneself();

// Makes this process the parent of every orphan among its descendants, so that none can hide from
// kill_descendants.
void adopt_orphans();

// Ends all descendants of this process, except those that existed when adopt_orphans was called, and waits
// for them.
void kill_descendants();

}  // namespace verifier
