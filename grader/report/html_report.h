// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

#include "session.h"

namespace verifier {

// Returns one self-contained page of at most about 400 kB, with all of a student's text escaped. Says so if
// it leaves out exercises of a lab that is too long.
std::string html_report(const session& grading);

// SVG elements, or "" if there is nothing to show.
namespace pictures {
std::string escaped(const std::string& text);
// How many elements each box stands for.
std::size_t stretch_of(const test_result& result);
// Draws a line after every `block` elements, unless `block` is 0 or smaller than a box.
std::string wrong_elements(const test_result& result, std::size_t block);
// Shows the addresses that a warp's lanes accessed in one request.
std::string lanes(const line_counts& line);
// Shows two unordered accesses, each in its thread's row.
std::string race(const finding& found);
}  // namespace pictures

}  // namespace verifier
