// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace submission {

void remove_quietly(const std::filesystem::path& path);

// Replaces a file, or only removes it if the text is empty. If the file cannot be written, removes it and
// returns false.
bool put(const std::filesystem::path& path, const std::string& text);

// Returns the rule for make or ninja that `output` depends on `files`, except those in `folder`. Omits names
// that make or ninja could misread; `make grade` refuses a folder with such a name.
std::string rule_for(const std::filesystem::path& output, const std::vector<std::filesystem::path>& files,
                     const std::filesystem::path& folder);

}  // namespace submission
