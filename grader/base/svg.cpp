// SPDX-License-Identifier: Apache-2.0
#include "svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace verifier::svg {
namespace {

constexpr const char* kLineColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00"};
constexpr const char* kPartColours[] = {"#4477aa", "#ccbb44", "#ee6677", "#228833", "#66ccee", "#aa3377"};

// Returns a step of 1, 2 or 5 times a power of ten. At most six steps reach `most`.
double step_for(double most) {
  const double power = std::pow(10, std::floor(std::log10(most / 6)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power * 6 >= most) return factor * power;
  return 10 * power;
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string rule(double x1, double y1, double x2, double y2, const char* colour) {
  return fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"{}\"/>\n", x1, y1, x2, y2, colour);
}

}  // namespace

const char* line_colour(std::size_t number) { return kLineColours[number % std::size(kLineColours)]; }
const char* part_colour(std::size_t number) { return kPartColours[number % std::size(kPartColours)]; }

std::string label(double x, double y, const std::string& text, const char* more) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, more, escaped(text));
}

std::string legend(double x, double y, const char* colour, const std::string& text) {
  return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"12\" height=\"12\" fill=\"{}\"/>\n", x, y,
                     colour) +
         label(x + 17, y + 10.5, text);
}

std::string dot(double x, double y, const char* colour, const std::string& title) {
  return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"><title>{}</title></circle>\n",
                     x, y, colour, escaped(title));
}

std::string bar(double left, double top, double width, double height, const char* colour,
                const std::string& title) {
  return fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
      "fill=\"{}\"><title>{}</title></rect>\n",
      left, top, width, height, colour, escaped(title));
}

std::string line(const std::vector<point>& points, const char* colour) {
  std::string path;
  for (const point& p : points) path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? 'M' : 'L', p.x, p.y);
  return fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n", path, colour);
}

panel::panel(double l, double r, double t, double b, double first, double last, std::vector<double> ticks,
             bool decades)
    : left(l),
      right(r),
      top(t),
      bottom(b),
      from_(first),
      to_(last),
      ticks_(std::move(ticks)),
      decades_(decades) {}

panel panel::linear(double left, double right, double top, double bottom, double most) {
  const double step = step_for(most);
  const int steps = static_cast<int>(std::ceil(most / step - 1e-9));
  std::vector<double> ticks;
  for (int i = 0; i <= steps; ++i) ticks.push_back(step * i);
  return {left, right, top, bottom, 0, step * steps, std::move(ticks), false};
}

panel panel::logarithmic(double left, double right, double top, double bottom, double least, double most) {
  const double first = std::floor(std::log10(least)), last = std::max(std::ceil(std::log10(most)), first + 1);
  std::vector<double> ticks;
  for (double decade = first; decade <= last; ++decade) ticks.push_back(std::pow(10, decade));
  return {left, right, top, bottom, first, last, std::move(ticks), true};
}

double panel::y(double ms) const {
  const double value = decades_ ? std::log10(ms) : ms;
  return bottom - (value - from_) / (to_ - from_) * (bottom - top);
}

std::string panel::axes(const std::string& title, const std::vector<std::string>& values,
                        const std::string& below) const {
  std::string svg = label(left, top - 16, title, "font-weight=\"bold\"");
  for (const double tick : ticks_) {
    const bool first = tick == ticks_.front();
    svg += rule(left, y(tick), right, y(tick), first ? "#333" : "#ddd");
    svg += label(left - 8, y(tick) + 4, fmt::format("{:g}", tick), "text-anchor=\"end\"");
  }
  for (std::size_t i = 0; i < values.size(); ++i)
    svg += label(x(i, values.size()), bottom + 20, values[i],
                 values[i].size() * values.size() > 36 ? "text-anchor=\"middle\" font-size=\"11\""
                                                       : "text-anchor=\"middle\"");
  svg += label((left + right) / 2, bottom + 42, below, "text-anchor=\"middle\"");
  return svg +
         fmt::format(
             "<text text-anchor=\"middle\" transform=\"translate({:.1f} {:.1f}) rotate(-90)\">ms</text>\n",
             left - 46, (top + bottom) / 2);
}

std::string document(double width, double height, const std::string& title,
                     const std::vector<std::string>& what, const std::string& command,
                     const std::string& body) {
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n<rect width=\"{0}\" height=\"{1}\" "
      "fill=\"#fff\"/>\n",
      width, height);
  text += label(24, 32, title, "font-size=\"19\" font-weight=\"bold\"");
  double y = 54;
  for (const std::string& line : what) {
    text += label(24, y, line);
    y += 20;
  }
  return text + label(24, y, command, "font-family=\"monospace\" font-size=\"12\" fill=\"#555\"") + body +
         "</svg>\n";
}

}  // namespace verifier::svg
