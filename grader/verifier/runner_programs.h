// SPDX-License-Identifier: Apache-2.0
// The runners as programs: which one was built, what kind it is, and what it finds when it starts.
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runner_process.h"
#include "verdict.h"

namespace verifier {

constexpr double kSecondsToStart = 60;  // creating a CUDA context takes long on a busy machine

// Whether a runner is a program, or a tool that wraps one. The first answer is cached for the rest of the
// run.
runner_kind kind_of(const std::filesystem::path& runner, const std::string& backend);

// Returns the complete environment of a runner.
std::vector<std::string> runner_environment(const std::string& backend);

// Returns the verdict if the runner was not built, with the compiler's message if there is any.
std::optional<judgement> why_not_built(const std::filesystem::path& runner);

// Returns the exercises that were left out of a runner because they do not compile, with the compiler's
// messages.
inline constexpr const char* kLeftOut = "This exercise does not compile";  // the beginning of its tests'
                                                                           // messages
std::map<int, std::string> left_out_of(const std::filesystem::path& runner);

// Returns the verdict for a runner that got hardly any CPU time, which is not the student's fault.
judgement machine_too_busy();

// Returns the runner without any lab's code (common/build/runners.cmake); empty if it was not built.
std::filesystem::path runner_without_lab(const std::filesystem::path& runners);
// Starts a GPU runner, ends it, and returns its greeting.
exchange_result greet(const std::filesystem::path& runner);
// Returns why this runner cannot use a GPU; empty if it can.
std::string why_no_gpu(const std::filesystem::path& runner);

}  // namespace verifier
