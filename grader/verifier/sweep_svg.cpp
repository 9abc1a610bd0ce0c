// SPDX-License-Identifier: Apache-2.0
// A sweep as a picture: on the left the totals as one line for each block size, on the right the phases at
// the best block size as bars.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sweep.h"

namespace verifier {
namespace {

constexpr double kWidth = 1040, kHeight = 540, kTop = 118, kBottom = 448;
constexpr const char* kLineColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00"};
constexpr const char* kPhaseColours[] = {"#4477aa", "#ccbb44", "#ee6677", "#228833", "#66ccee", "#aa3377"};

// 1, 2 or 5 times a power of ten, so that at most six steps reach `most`.
double step_for(double most) {
  const double power = std::pow(10, std::floor(std::log10(most / 6)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power * 6 >= most) return factor * power;
  return 10 * power;
}

// Where ms and digits stand.
class panel {
 public:
  panel(double from, double to, double most)  // at least `most` ms high
      : left(from), right(to), step(step_for(most)), steps(static_cast<int>(std::ceil(most / step - 1e-9))) {}
  double y(double ms) const { return kBottom - ms / (step * steps) * (kBottom - kTop); }
  double x(std::size_t i, std::size_t count) const {
    return left + (right - left) * (static_cast<double>(i) + 0.5) / static_cast<double>(count);
  }
  const double left, right, step;
  const int steps;
};

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

std::string label(double x, double y, const std::string& text, const char* more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, more, escaped(text));
}

std::string rule(double x1, double y1, double x2, double y2, const char* colour) {
  return fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"{}\"/>\n", x1, y1, x2, y2, colour);
}

// The frame, with the axis of ms, and the digits below.
std::string axes(const panel& in, const std::string& title, const std::vector<int>& bits) {
  std::string svg = label(in.left, kTop - 16, title, "font-weight=\"bold\"");
  for (int i = 0; i <= in.steps; ++i) {
    const double y = in.y(in.step * i);
    svg += rule(in.left, y, in.right, y, i == 0 ? "#333" : "#ddd");
    svg += label(in.left - 8, y + 4, fmt::format("{:g}", in.step * i), "text-anchor=\"end\"");
  }
  for (std::size_t i = 0; i < bits.size(); ++i)
    svg += label(in.x(i, bits.size()), kBottom + 20, std::to_string(bits[i]), "text-anchor=\"middle\"");
  svg += label((in.left + in.right) / 2, kBottom + 42, "bits of a digit", "text-anchor=\"middle\"");
  const double x = in.left - 46, y = (kTop + kBottom) / 2;
  return svg +
         fmt::format(
             "<text text-anchor=\"middle\" transform=\"translate({:.1f} {:.1f}) rotate(-90)\">ms</text>\n", x,
             y);
}

std::string legend(double x, const char* colour, const std::string& text) {
  return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"12\" height=\"12\" fill=\"{}\"/>\n", x,
                     kBottom + 56, colour) +
         label(x + 17, kBottom + 66.5, text);
}

std::string lines(const sweep_chart& chart, const panel& in) {
  const std::vector<int> bits = chart.bits();
  std::string svg;
  std::size_t number = 0;
  for (const unsigned block_size : chart.block_sizes()) {
    const char* colour = kLineColours[number % std::size(kLineColours)];
    std::string path, dots;
    for (std::size_t i = 0; i < bits.size(); ++i) {
      const sweep_result& point = chart.at(bits[i], block_size);
      const double x = in.x(i, bits.size()), y = in.y(point.total());
      path += fmt::format("{}{:.1f} {:.1f}", i == 0 ? 'M' : 'L', x, y);
      dots += fmt::format(
          "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"><title>{} bits, {} threads: {:.3f} "
          "ms</title></circle>\n",
          x, y, colour, bits[i], block_size, point.total());
    }
    svg +=
        fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n", path, colour) + dots;
    svg += legend(in.left + 78.0 * static_cast<double>(number), colour, std::to_string(block_size));
    ++number;
  }
  const sweep_result& best = chart.best();
  const auto at = static_cast<std::size_t>(std::find(bits.begin(), bits.end(), best.at.bits) - bits.begin());
  const double x = in.x(at, bits.size()), y = in.y(best.total());
  svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"8\" fill=\"none\" stroke=\"#000\"/>\n", x, y);
  return svg + label(x, y - 14, fmt::format("best {:.3f} ms", best.total()),
                     "text-anchor=\"middle\" stroke=\"#fff\" stroke-width=\"4\" paint-order=\"stroke\"");
}

std::string bars(const sweep_chart& chart, const panel& in) {
  const std::vector<int> bits = chart.bits();
  const std::vector<std::string> names = chart.phase_names();
  const double width = 0.62 * (in.right - in.left) / static_cast<double>(bits.size());
  std::string svg;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const sweep_result& point = chart.at(bits[i], chart.best().at.block_size);
    double sum = 0;
    for (const phase& part : point.phases) {
      const auto kind =
          static_cast<std::size_t>(std::find(names.begin(), names.end(), part.name) - names.begin());
      const double top = in.y(sum + part.ms);
      svg += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"><title>{}: {:.3f} "
          "ms</title></rect>\n",
          in.x(i, bits.size()) - width / 2, top, width, in.y(sum) - top,
          kPhaseColours[kind % std::size(kPhaseColours)], escaped(part.name), part.ms);
      sum += part.ms;
    }
    svg += label(in.x(i, bits.size()), in.y(sum) - 6,
                 fmt::format("{:.{}f}", sum,
                             sum >= 100  ? 0
                             : sum >= 10 ? 1
                                         : 2),
                 "text-anchor=\"middle\" font-size=\"11\"");
  }
  double x = in.left;
  for (std::size_t i = 0; i < names.size(); ++i) {
    svg += legend(x, kPhaseColours[i % std::size(kPhaseColours)], names[i]);
    x += 36 + 7.5 * static_cast<double>(names[i].size());
  }
  return svg;
}

}  // namespace

std::string sweep_svg(const sweep_chart& chart) {
  double most = 1e-6, most_right = 1e-6;
  for (const sweep_result& point : chart.points) {
    most = std::max(most, point.total());
    if (point.at.block_size == chart.best().at.block_size) most_right = std::max(most_right, point.total());
  }
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n<rect width=\"{0}\" height=\"{1}\" "
      "fill=\"#fff\"/>\n",
      kWidth, kHeight);
  svg += label(24, 32, chart.title + ": milliseconds of the whole sort",
               "font-size=\"19\" font-weight=\"bold\"");
  svg +=
      label(24, 54,
            fmt::format("{} · {} uniform uint32 keys · seed {} · {}{}", chart.device, chart.keys, chart.seed,
                        chart.runs > 1 ? fmt::format("medians of {} runs", chart.runs) : "one run each",
                        chart.simulated ? " · simulated, not a GPU's times" : ""));
  svg += label(24, 74, chart.command, "font-family=\"monospace\" font-size=\"12\" fill=\"#555\"");
  const panel left(72, 510, most), right(602, kWidth - 24, most_right * 1.05);
  svg += axes(left, "All phases, by threads of a block", chart.bits()) + lines(chart, left);
  svg += axes(right, fmt::format("Phases with {} threads", chart.best().at.block_size), chart.bits()) +
         bars(chart, right);
  return svg + "</svg>\n";
}

}  // namespace verifier
