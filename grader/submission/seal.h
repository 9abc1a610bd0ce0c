// SPDX-License-Identifier: Apache-2.0
// Seals the object of a submission before it is linked with the runner. Then none of its names can replace a
// name of the runner, the language or a library.
#pragma once
#include <filesystem>
#include <string>

namespace submission {

// Changes `object`. All its definitions become local to it, except the lab's functions that another object,
// `adapter`, calls. Section groups that are merged in a program (templates, inline functions) also become
// local. Its constructors move to the section program_init, in order; the runner's main calls them
// (grader/runner/program_init.h). Features that no submission needs are refused: sections with a meaning for
// the linker or the system, functions that are chosen at load time, versioned symbols and common symbols. In
// that case the object stays unchanged, and the result is the reason; otherwise it is "".
std::string seal(const std::filesystem::path& object, const std::filesystem::path& adapter);

}  // namespace submission
