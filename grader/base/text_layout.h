// SPDX-License-Identifier: Apache-2.0
// Text for the terminal: colour, wrapping, columns.
#pragma once
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

namespace verifier {

enum class colour { plain, dim, bold, green, red, yellow, magenta, cyan };

// How to write to stdout, derived from isatty, NO_COLOR, TERM and the locale.
struct terminal {
  bool interactive = false;  // whether to print progress lines
  bool coloured = false;
  bool unicode = true;      // whether to print ✓ and —: unless the locale names another character set
  std::size_t width = 100;  // in columns, 40 to 100

  static terminal of_stdout();
  std::string paint(colour c, const std::string& text) const;
};

// Returns how many columns the UTF-8 text takes, counting one per code point. The text must not contain
// escape sequences.
std::size_t columns(const std::string& text);

std::string pad_right(const std::string& text, std::size_t width);
std::string pad_left(const std::string& text, std::size_t width);
std::string repeated(const char* what, std::size_t times);
std::string shorten(const std::string& text, std::size_t width);  // ends with … if it was cut

// The characters that fill the bars of a chart, one per series.
constexpr const char* kFills[] = {"█", "▒", "░", "▚"};
constexpr std::size_t kFillCount = std::size(kFills);

// At least three significant digits, and at most three digits after the point.
std::string milliseconds(double ms);

// Our own symbols (× … — ─ ✓ █) in ASCII, for terminals that cannot show them.
std::string without_symbols(std::string text);

// Breaks lines between words so that no line is longer than `width`, and puts `indent` spaces before each.
// Does not break long words, which are usually paths that readers copy, commands in backticks, or code lines
// quoted by a compiler (" 37 | …"). Lines and their parts keep their leading spaces. An indented table row
// (two spaces between columns) loses the last columns if they do not fit. The last line has no line end.
std::string wrap(const std::string& text, std::size_t width, std::size_t indent);

// "1 234 567", so that large numbers are easy to compare.
std::string grouped(std::uint64_t n);

}  // namespace verifier
