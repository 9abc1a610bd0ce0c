// SPDX-License-Identifier: Apache-2.0
// Which files a submission may include, judged by the list that the compiler itself wrote (-MD): macros,
// #include_next and links lead nowhere else than they lead the compiler.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace submission {

// The files that a list of dependencies names, relative ones below `folder`. Backslashes, blanks and $$ as
// make has them.
std::vector<std::filesystem::path> dependencies(const std::string& make_rule,
                                                const std::filesystem::path& folder);

// Whether a file belongs to the language, to CUDA or to the system: a header in one of their folders.
bool is_system_header(const std::filesystem::path& file);

// Whether a header is of Thrust or CUB, or of cooperative groups' scans: there, what the exercises ask for
// is one call.
bool is_library_of_algorithms(const std::filesystem::path& file);

// A sentence about the first file that is such a library's, or neither a system's header nor in one of the
// `allowed` folders (nor one of these files); empty if there is none. `source` is the student's text, in
// which the line is looked for.
std::string foreign_include(const std::vector<std::filesystem::path>& files,
                            const std::vector<std::filesystem::path>& allowed, const std::string& source,
                            const std::string& name);

// What the rules are, in a sentence each.
extern const char* const kIncludeRule;
extern const char* const kLibraryRule;

}  // namespace submission
