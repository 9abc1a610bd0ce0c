// SPDX-License-Identifier: Apache-2.0
// Closes the object that a submission was compiled to, before it is linked with the runner. Afterwards no
// name in it can take the place of one of ours, of the language's or of a library's.
#pragma once
#include <filesystem>
#include <string>

namespace submission {

// Changes `object`. All that it defines becomes local to it, except the lab's functions that `adapter`,
// another object, calls. Groups of which a program has one (templates, inline functions) become its own. Its
// constructors go to the section program_init, in order: the runner's main calls them
// (grader/runner/program_init.h). What no submission needs is refused: sections that the linker or the system
// obeys, functions that are chosen while the program is loaded, symbols with versions, common symbols. Then
// the object is left as it was, and a sentence says why; else "".
std::string seal(const std::filesystem::path& object, const std::filesystem::path& adapter);

}  // namespace submission
