// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

namespace submission {

// Makes all definitions in `object` local, except the lab's functions that `adapter` calls, so that none
// replaces a name of the runner, the language or a library. The constructors move to the section program_init
// (grader/runner/program_init.h). Returns why the object is refused, and unchanged, or "". Reasons are
// sections with a meaning for the linker or the system, functions chosen at load time, and versioned or
// common symbols.
std::string seal(const std::filesystem::path& object, const std::filesystem::path& adapter);

}  // namespace submission
