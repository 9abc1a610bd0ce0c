// SPDX-License-Identifier: Apache-2.0
// Files that somebody else made, read without waiting, without following links, and with a cap; and files
// written as a whole or not at all.
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>

namespace verifier {

// Reads a regular file of at most `most` bytes into `text`. What is the matter otherwise, to follow the
// file's name: "is missing", "is a symbolic link: hand in the file itself", "is not a plain file", …. Empty
// if all is well.
std::string read_plain_file(const std::filesystem::path& file, std::size_t most, std::string& text);

// Aside, then renamed: the file is there as a whole or as it was. Throws std::runtime_error if it cannot be
// written.
void write_file(const std::filesystem::path& file, const std::string& text);

}  // namespace verifier
