// SPDX-License-Identifier: Apache-2.0
// Runs a compiler in the sandbox, and distinguishes a fault of the machine from an error in the student's
// file.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "../sandbox/sandbox.h"

namespace submission {

constexpr std::size_t kLongestMessage = 256 << 10;  // bytes of a compiler's output; the rest is dropped

struct finished {
  int status = 0;      // from waitpid
  int error = 0;       // errno, if the compiler could not be started
  double seconds = 0;  // the time it took, without pauses
  bool late = false, flooded = false, big = false;
  std::string said;

  bool good() const { return error == 0 && status == 0 && !late && !flooded && !big; }
};

// Runs the command in the sandbox. When this returns, all processes that the command started have ended.
// `folder` is its working directory and TMPDIR.
finished run(const sandbox::box& inside, const std::vector<std::string>& command,
             const std::filesystem::path& folder, std::size_t seconds, std::size_t memory_bytes);

// Returns the path of a program, found in the folders of PATH.
std::string found_on_path(const std::string& program);

// Returns the number of processes that the kernel has killed for lack of memory since boot.
long killed_for_memory();

// Returns why a compiler failed, if the cause is the machine or one of `parts` is missing; otherwise empty.
// `killed_before` is the value of killed_for_memory() before the compiler ran, and `folder` the folder in
// which it wrote.
std::string fault_of(const finished& compiler, const std::vector<std::string>& parts, long killed_before,
                     const std::filesystem::path& folder);

// Delays Ctrl-C and termination signals until the compiler and all processes that it started have ended.
// Afterwards, ended_by() returns that signal; 0 if there was none.
void end_the_compiler_first();
int ended_by();

}  // namespace submission
