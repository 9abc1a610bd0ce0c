// SPDX-License-Identifier: Apache-2.0
// Comma-separated text, the format of rubrics, answers and recorded tables.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace verifier {

// Removes blanks, and a CR, at both ends.
std::string trimmed(const std::string& text);

// The fields of one line, trimmed. A quoted field may hold commas and doubled quotes, but no line end;
// returns nothing if a quote is not closed.
std::optional<std::vector<std::string>> csv_record(const std::string& line);

}  // namespace verifier
