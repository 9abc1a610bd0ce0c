// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>

namespace verifier {

// Reads a regular file of at most `most` bytes, without blocking or following links. Returns "", or an error
// to put after the file's name, such as "is missing".
std::string read_plain_file(const std::filesystem::path& file, std::size_t most, std::string& text);

// Replaces the file completely or not at all. Throws std::runtime_error if it cannot be written.
void write_file(const std::filesystem::path& file, const std::string& text);

}  // namespace verifier
