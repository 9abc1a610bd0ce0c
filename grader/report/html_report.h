// SPDX-License-Identifier: Apache-2.0
// report.html: one file that needs no other, with pictures of what the student's kernels did.
#pragma once
#include <filesystem>
#include <string>

#include "session.h"

namespace verifier {

// All text that comes from a student's process or file is escaped. At most some 400 kB: what is beyond is
// left out, and said to be.
std::string html_report(const session& grading);

// The pictures, as SVG elements. "" where there is nothing to show.
namespace pictures {
std::string escaped(const std::string& text);
// How many elements one box of that picture stands for.
std::size_t stretch_of(const test_result& result);
// Which elements of a result are wrong; a line after every `block` elements (0: none), where boxes are not
// longer.
std::string wrong_elements(const test_result& result, std::size_t block);
// Which addresses the lanes of a warp asked for in one request of that line.
std::string lanes(const line_counts& line);
// Two accesses that nothing orders, each in its thread's row.
std::string race(const finding& found);
}  // namespace pictures

}  // namespace verifier
