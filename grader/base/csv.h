// SPDX-License-Identifier: Apache-2.0
// Comma-separated text, as rubrics, answers and recorded tables have it.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace verifier {

// Without the blanks and CR around it.
std::string trimmed(const std::string& text);

// The fields of one line, trimmed. A field in quotes may hold commas and doubled quotes, but no line end;
// nothing if a quote is not closed.
std::optional<std::vector<std::string>> csv_record(const std::string& line);

}  // namespace verifier
