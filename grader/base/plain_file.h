// SPDX-License-Identifier: Apache-2.0
// Reads files from untrusted sources without blocking or following links, up to a size limit. Writes files
// completely or not at all.
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>

namespace verifier {

// Reads a regular file of at most `most` bytes into `text`. Returns "", or an error message to put after the
// file's name: "is missing", "is a symbolic link: put the file itself there", "is not a plain file", ….
std::string read_plain_file(const std::filesystem::path& file, std::size_t most, std::string& text);

// Replaces the file completely or not at all, by renaming a new file. Throws std::runtime_error if it cannot
// be written.
void write_file(const std::filesystem::path& file, const std::string& text);

}  // namespace verifier
