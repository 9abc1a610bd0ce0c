// SPDX-License-Identifier: Apache-2.0
// Seals the object of a submission before it is linked with the runner. Afterwards no name in it can replace
// a name of ours, the language or a library.
#pragma once
#include <filesystem>
#include <string>

namespace submission {

// Changes `object`. Everything that it defines becomes local to it, except the lab's functions that another
// object, `adapter`, calls. Groups that a program has only once (templates, inline functions) become local as
// well. Its constructors go to the section program_init, in order: the runner's main calls them
// (grader/runner/program_init.h). Features that no submission needs are refused: sections with a meaning for
// the linker or the system, functions that are chosen at load time, versioned symbols, common symbols. Then
// the object stays unchanged, and the result says why; else "".
std::string seal(const std::filesystem::path& object, const std::filesystem::path& adapter);

}  // namespace submission
