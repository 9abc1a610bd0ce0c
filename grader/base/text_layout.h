// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>

namespace verifier {

enum class colour { plain, dim, bold, green, red, yellow, magenta, cyan };

// Derived from isatty, NO_COLOR, TERM and the locale.
struct terminal {
  bool interactive = false;
  bool coloured = false;
  bool unicode = true;      // ✓ and — can be printed
  std::size_t width = 100;  // columns, 40 to 100

  static terminal of_stdout();
  std::string paint(colour c, const std::string& text) const;
};

// Counts one column per code point. The text must not contain escape sequences.
std::size_t columns(const std::string& text);

std::string pad_right(const std::string& text, std::size_t width);
std::string pad_left(const std::string& text, std::size_t width);
std::string repeated(const char* what, std::size_t times);
std::string shorten(const std::string& text, std::size_t width);  // ends with … if it was cut

// Fill the bars of a chart, one per series.
constexpr const char* kFills[] = {"█", "▒", "░", "▚"};
constexpr std::size_t kFillCount = std::size(kFills);

// Prints at least three significant digits, and at most three digits after the point.
std::string milliseconds(double ms);

// Replaces our own symbols (× … — ─ ✓ █), for terminals that cannot show them.
std::string without_symbols(std::string text);

// Breaks lines longer than `width` between words, and indents each. Does not break long words, commands in
// backticks, or quoted code lines (" 37 | …"). Table rows lose the last columns instead. The last line has no
// line end.
std::string wrap(const std::string& text, std::size_t width, std::size_t indent);

// Returns "1 234 567".
std::string grouped(std::uint64_t n);

}  // namespace verifier
