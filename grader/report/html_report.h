// SPDX-License-Identifier: Apache-2.0
// report.html: one self-contained file, with pictures of what the student's kernels did.
#pragma once
#include <filesystem>
#include <string>

#include "session.h"

namespace verifier {

// All text that comes from a student's process or file is escaped. The page has at most some 400 kB: anything
// beyond that limit is left out, and the page says so.
std::string html_report(const session& grading);

// The pictures, as SVG elements. "" if there is nothing to show.
namespace pictures {
std::string escaped(const std::string& text);
// The number of elements that one box of that picture represents.
std::size_t stretch_of(const test_result& result);
// Which elements of a result are wrong; a line after every `block` elements (0: none), where boxes are not
// longer.
std::string wrong_elements(const test_result& result, std::size_t block);
// The addresses that the lanes of a warp accessed in one request of that line.
std::string lanes(const line_counts& line);
// Two unordered accesses, each in its thread's row.
std::string race(const finding& found);
}  // namespace pictures

}  // namespace verifier
