// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace verifier::svg {

// Any number is valid.
const char* line_colour(std::size_t number);
const char* part_colour(std::size_t number);

std::string label(double x, double y, const std::string& text, const char* more = "");
std::string legend(double x, double y, const char* colour, const std::string& text);
// `title` is the tooltip.
std::string dot(double x, double y, const char* colour, const std::string& title);
std::string bar(double left, double top, double width, double height, const char* colour,
                const std::string& title);
struct point {
  double x, y;
};
std::string line(const std::vector<point>& points, const char* colour);

// Converts milliseconds, and the values below the axis, to coordinates. A logarithmic axis begins at `least`,
// which must be above 0; a linear axis begins at 0.
class panel {
 public:
  static panel linear(double left, double right, double top, double bottom, double most);
  static panel logarithmic(double left, double right, double top, double bottom, double least, double most);
  double y(double ms) const;
  double x(std::size_t i, std::size_t count) const {
    return left + (right - left) * (static_cast<double>(i) + 0.5) / static_cast<double>(count);
  }
  // `title` is above the frame, and `values` with their name `below` are under it.
  std::string axes(const std::string& title, const std::vector<std::string>& values,
                   const std::string& below) const;
  const double left, right, top, bottom;

 private:
  panel(double l, double r, double t, double b, double first, double last, std::vector<double> ticks,
        bool decades);
  const double from_, to_;  // logarithms if the axis has decades
  const std::vector<double> ticks_;
  const bool decades_;
};

// Returns a self-contained file. `body` begins at y = 74 plus 20 per line of `what`.
std::string document(double width, double height, const std::string& title,
                     const std::vector<std::string>& what, const std::string& command,
                     const std::string& body);

}  // namespace verifier::svg
