// SPDX-License-Identifier: Apache-2.0
// Decides which files a submission may include. Macros, #include_next and links can't mislead the compiler's
// list (-MD).
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace submission {

// Reads backslashes, blanks and $$ as make does. Relative names are below `folder`.
std::vector<std::filesystem::path> dependencies(const std::string& make_rule,
                                                const std::filesystem::path& folder);

bool is_system_header(const std::filesystem::path& file);

// Thrust, CUB, and cooperative groups' scans solve an exercise in one call.
bool is_library_of_algorithms(const std::filesystem::path& file);

// Returns an error about the first file that may not be included, with its line in `source`; "" if there is
// none. A program may include system headers outside these libraries, `allowed` files, and headers in
// `allowed` folders.
std::string foreign_include(const std::vector<std::filesystem::path>& files,
                            const std::vector<std::filesystem::path>& allowed, const std::string& source,
                            const std::string& name);

extern const char* const kIncludeRule;
extern const char* const kLibraryRule;

}  // namespace submission
