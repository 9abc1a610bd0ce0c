// SPDX-License-Identifier: Apache-2.0
// Decides which files a submission may include. It uses the list that the compiler writes (-MD), so macros,
// #include_next and links can't mislead it.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace submission {

// Returns the files in a list of dependencies; relative names are below `folder`. Backslashes, blanks and $$
// have the same meaning as in make.
std::vector<std::filesystem::path> dependencies(const std::string& make_rule,
                                                const std::filesystem::path& folder);

// Returns whether a file is in one of the header folders of the system or its compilers.
bool is_system_header(const std::filesystem::path& file);

// Returns whether a header is part of Thrust, CUB, or cooperative groups' scans, which solve an exercise in
// one call.
bool is_library_of_algorithms(const std::filesystem::path& file);

// An error message about the first file that may not be included; empty if there is none. Refused are
// these libraries' headers, and all files except system headers, `allowed` files and headers in `allowed`
// folders. The message names the line of `source`, the student's text.
std::string foreign_include(const std::vector<std::filesystem::path>& files,
                            const std::vector<std::filesystem::path>& allowed, const std::string& source,
                            const std::string& name);

// The rules for messages, one sentence each.
extern const char* const kIncludeRule;
extern const char* const kLibraryRule;

}  // namespace submission
