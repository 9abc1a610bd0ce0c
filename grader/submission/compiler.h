// SPDX-License-Identifier: Apache-2.0
// Runs a compiler in the sandbox, and tells a fault of the machine from an error in the student's file.
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
  double seconds = 0;  // without pauses
  bool late = false, flooded = false, big = false;
  std::string said;

  bool good() const { return error == 0 && status == 0 && !late && !flooded && !big; }
};

// When this returns, all processes of the command have ended. `folder` is the working directory and TMPDIR.
finished run(const sandbox::box& inside, const std::vector<std::string>& command,
             const std::filesystem::path& folder, std::size_t seconds, std::size_t memory_bytes);

std::string found_on_path(const std::string& program);

// Counts since boot.
long killed_for_memory();

// Returns why a compiler failed, if the machine or a missing part is the cause; otherwise "". `killed_before`
// is killed_for_memory() from before the compiler ran in `folder`.
std::string fault_of(const finished& compiler, const std::vector<std::string>& parts, long killed_before,
                     const std::filesystem::path& folder);

// Delays Ctrl-C and termination signals until the compiler and its processes have ended. Then ended_by()
// returns the signal, or 0.
void end_the_compiler_first();
int ended_by();

}  // namespace submission
