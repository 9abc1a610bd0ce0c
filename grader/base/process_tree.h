// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>

#include <cstddef>
#include <vector>

namespace verifier {

// Returns the children of `pid`, with zombies. Without CONFIG_PROC_CHILDREN in the kernel, reads a file of
// every process on the machine.
std::vector<pid_t> children_of(pid_t pid);

// Returns all descendants of `root`, with zombies only if `with_ended`.
std::vector<pid_t> descendants(pid_t root, bool with_ended = false);

// Returns resident memory in bytes, in which shared pages count once per process.
std::size_t resident_bytes(const std::vector<pid_t>& processes);

std::size_t threads_of(pid_t pid);

// Returns whether the process is exiting or has ended, even before waitpid finds it.
bool is_ending(pid_t pid);

// Prevents processes of the same user, except root, from accessing this process's memory (/proc/…/mem). Does
// not protect a program that this process executes.
void keep_to_oneself();

// Makes this process the parent of its orphaned descendants, so that kill_descendants finds them.
void adopt_orphans();

// Kills all descendants that did not exist when adopt_orphans was called, and waits for them.
void kill_descendants();

}  // namespace verifier
