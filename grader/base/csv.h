// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace verifier {

// Removes blanks, tabs and CRs at both ends.
std::string trimmed(const std::string& text);

// Returns the fields of one line, trimmed, or nullopt if a quote is not closed. A quoted field may contain
// commas and doubled quotes, but no line end.
std::optional<std::vector<std::string>> csv_record(const std::string& line);

}  // namespace verifier
