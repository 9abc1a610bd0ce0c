// SPDX-License-Identifier: Apache-2.0
// What the simulated device says about a failure, made ready for the student.
#pragma once
#include <filesystem>
#include <string>

namespace verifier {

// The simulated device's own words, taken out of what the runner printed: a line that starts with "simcu: "
// and the indented lines below it; "" if there are none. They name the place in the kernel, where CUDA's
// error names a later call. A runner cannot start addr2line, so it prints "code address +0x1f3a"; here that
// becomes file:line, by the line table of `runner`, or goes. Of many blocks that wait only the first few are
// kept.
std::string take_simulator_report(std::string& printed, const std::filesystem::path& runner);

}  // namespace verifier
