// SPDX-License-Identifier: Apache-2.0
// The files next to a runner, for the build and for reports.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace submission {

void remove_quietly(const std::filesystem::path& path);

// Replaces a file, or only removes it if the text is empty. Returns false if the file cannot be written; then
// there is no file.
bool put(const std::filesystem::path& path, const std::string& text);

// The rule for make or ninja: `output` depends on `files`, except those in `folder`. Omits names that make or
// ninja could misread; `make grade` refuses a folder with such a name.
std::string rule_for(const std::filesystem::path& output, const std::vector<std::filesystem::path>& files,
                     const std::filesystem::path& folder);

}  // namespace submission
