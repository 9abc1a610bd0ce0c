// SPDX-License-Identifier: Apache-2.0
// Runs a compiler in the box, and tells a fault of the machine from one of the file.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "../sandbox/sandbox.h"

namespace submission {

constexpr std::size_t kLongestMessage = 256 << 10;  // of what is kept of a compiler's output

struct finished {
  int status = 0;      // of waitpid
  int error = 0;       // errno, if it could not be started
  double seconds = 0;  // that it took, without those in which it was stopped
  bool late = false, flooded = false, big = false;
  std::string said;

  bool good() const { return error == 0 && status == 0 && !late && !flooded && !big; }
};

// Runs the command in the box. Whatever it started has ended afterwards. `folder` is its working directory
// and its TMPDIR.
finished run(const sandbox::box& inside, const std::vector<std::string>& command,
             const std::filesystem::path& folder, std::size_t seconds, std::size_t memory_bytes);

// The program's file, by the folders of PATH.
std::string found_on_path(const std::string& program);

// Processes that the kernel has ended for want of memory, since it was started.
long killed_for_memory();

// Why a compiler that failed did so for reasons of the machine, or for want of one of our `parts`; empty if
// it is the file. `killed_before` is what killed_for_memory() was before it ran, and `folder` where it wrote.
std::string fault_of(const finished& compiler, const std::vector<std::string>& parts, long killed_before,
                     const std::filesystem::path& folder);

// Ctrl-C and signals to end are kept until the compiler and all that it started have ended: then ended_by()
// is that signal, and else 0.
void end_the_compiler_first();
int ended_by();

}  // namespace submission
