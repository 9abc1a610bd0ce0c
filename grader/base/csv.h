// SPDX-License-Identifier: Apache-2.0
// Reads comma-separated text, the format of rubrics, answers and recorded tables.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace verifier {

// Removes blanks, tabs and CRs at both ends.
std::string trimmed(const std::string& text);

// The fields of one line, trimmed. A quoted field may contain commas and doubled quotes, but no line end.
// Returns nullopt if a quote is not closed.
std::optional<std::vector<std::string>> csv_record(const std::string& line);

}  // namespace verifier
