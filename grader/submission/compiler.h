// SPDX-License-Identifier: Apache-2.0
// Runs a compiler in the sandbox, and distinguishes a fault of the machine from an error in the file.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "../sandbox/sandbox.h"

namespace submission {

constexpr std::size_t kLongestMessage = 256 << 10;  // of a compiler's output; the rest is dropped

struct finished {
  int status = 0;      // of waitpid
  int error = 0;       // errno, if it could not be started
  double seconds = 0;  // the time it took, without times when it was stopped
  bool late = false, flooded = false, big = false;
  std::string said;

  bool good() const { return error == 0 && status == 0 && !late && !flooded && !big; }
};

// Runs the command in the sandbox. Everything that it started has ended afterwards. `folder` is its working
// directory and its TMPDIR.
finished run(const sandbox::box& inside, const std::vector<std::string>& command,
             const std::filesystem::path& folder, std::size_t seconds, std::size_t memory_bytes);

// Finds a program's file in the folders of PATH.
std::string found_on_path(const std::string& program);

// The number of processes that the kernel has killed for lack of memory since it was started.
long killed_for_memory();

// Why a compiler failed for reasons of the machine, or because one of our `parts` is missing; empty if the
// file is the reason. `killed_before` is the value of killed_for_memory() before it ran, and `folder` where
// it wrote.
std::string fault_of(const finished& compiler, const std::vector<std::string>& parts, long killed_before,
                     const std::filesystem::path& folder);

// Delays Ctrl-C and termination signals until the compiler and all that it started have ended. Then
// ended_by() is that signal, and otherwise 0.
void end_the_compiler_first();
int ended_by();

}  // namespace submission
