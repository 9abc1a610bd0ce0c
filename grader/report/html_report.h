// SPDX-License-Identifier: Apache-2.0
// report.html: one self-contained file, with pictures of the student's kernels at work.
#pragma once
#include <filesystem>
#include <string>

#include "session.h"

namespace verifier {

// All text that comes from a student's process or file is escaped. The page has at most about 400 kB. If a
// lab exceeds the limit, its remaining exercises are left out, and the page says so.
std::string html_report(const session& grading);

// The pictures, as SVG elements. "" if there is nothing to show.
namespace pictures {
std::string escaped(const std::string& text);
// The number of elements that a box in the picture of wrong elements represents.
std::size_t stretch_of(const test_result& result);
// Shows which elements of a result are wrong. Draws a line after every `block` elements, unless `block` is 0
// or smaller than a box.
std::string wrong_elements(const test_result& result, std::size_t block);
// Shows the addresses that the lanes of a warp accessed in one request of a source line.
std::string lanes(const line_counts& line);
// Shows two unordered accesses, each in its thread's row.
std::string race(const finding& found);
}  // namespace pictures

}  // namespace verifier
