// SPDX-License-Identifier: Apache-2.0
// Reads files from untrusted sources without waiting, without following links, and with a cap; writes files
// completely or not at all.
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>

namespace verifier {

// Reads a regular file of at most `most` bytes into `text`. Returns "" or an error message to follow the
// file's name: "is missing", "is a symbolic link: hand in the file itself", "is not a plain file", ….
std::string read_plain_file(const std::filesystem::path& file, std::size_t most, std::string& text);

// Writes another file and renames it, so that the file is replaced completely or not at all. Throws
// std::runtime_error if it cannot be written.
void write_file(const std::filesystem::path& file, const std::string& text);

}  // namespace verifier
