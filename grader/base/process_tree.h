// SPDX-License-Identifier: Apache-2.0
// The descendants of a process, read from /proc: all processes that a runner can have forked.
#pragma once
#include <sys/types.h>

#include <cstddef>
#include <vector>

namespace verifier {

// All descendants of `root`. Includes zombies only if `with_ended`.
std::vector<pid_t> descendants(pid_t root, bool with_ended = false);

// The children of `pid`'s main thread. This is fast if the kernel lists them (CONFIG_PROC_CHILDREN).
std::vector<pid_t> children_of(pid_t pid);

// The resident memory of these processes in bytes. Shared pages count once per process.
std::size_t resident_bytes(const std::vector<pid_t>& processes);

// The number of threads of this process.
std::size_t threads_of(pid_t pid);

// Whether the process is exiting or has ended. Its files can be closed before waitpid finds it.
bool is_ending(pid_t pid);

// Prevents processes of the same user, except root with its capabilities, from reading or writing this
// process's memory (/proc/…/mem). A program that this process executes is not protected.
void keep_to_oneself();

// Makes this process the parent of every orphan among its descendants, so that no orphan can escape
// kill_descendants.
void adopt_orphans();

// Kills all descendants of this process, except those that existed when adopt_orphans was called, and waits
// for them.
void kill_descendants();

}  // namespace verifier
