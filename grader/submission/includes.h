// SPDX-License-Identifier: Apache-2.0
// Which files a submission may include, judged by the list that the compiler itself wrote (-MD): so macros,
// #include_next and links can't mislead it.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace submission {

// The files that a list of dependencies names, relative ones below `folder`. Backslashes, blanks and $$ are
// as in make.
std::vector<std::filesystem::path> dependencies(const std::string& make_rule,
                                                const std::filesystem::path& folder);

// Whether a file belongs to the language, to CUDA or to the system: a header in one of their folders.
bool is_system_header(const std::filesystem::path& file);

// Whether a header is part of Thrust, CUB, or cooperative groups' scans, which solve an exercise in one call.
bool is_library_of_algorithms(const std::filesystem::path& file);

// An error message about the first file that belongs to such a library, or is not a system header, in one of
// the `allowed` folders, or one of these files. Empty if there is none. `source` is the student's text, where
// the line is looked up.
std::string foreign_include(const std::vector<std::filesystem::path>& files,
                            const std::vector<std::filesystem::path>& allowed, const std::string& source,
                            const std::string& name);

// The rules, one sentence each.
extern const char* const kIncludeRule;
extern const char* const kLibraryRule;

}  // namespace submission
