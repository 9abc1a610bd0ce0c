// SPDX-License-Identifier: Apache-2.0
// Left: the totals, one line per block size. Right: the phases at the best block size.
#include <fmt/format.h>

#include <algorithm>

#include "svg.h"
#include "sweep.h"

namespace verifier {
namespace {

using svg::panel;

constexpr double kWidth = 1040, kHeight = 540, kTop = 118, kBottom = 448;

std::string lines(const sweep_chart& chart, const panel& in) {
  const std::vector<int> bits = chart.bits();
  std::string text;
  std::size_t number = 0;
  for (const unsigned block_size : chart.block_sizes()) {
    const char* colour = svg::line_colour(number);
    std::vector<svg::point> path;
    std::string dots;
    for (std::size_t i = 0; i < bits.size(); ++i) {
      const sweep_result& point = chart.at(bits[i], block_size);
      path.push_back({in.x(i, bits.size()), in.y(point.total())});
      dots += svg::dot(path.back().x, path.back().y, colour,
                       fmt::format("{} bits, {} threads: {:.3f} ms", bits[i], block_size, point.total()));
    }
    text += svg::line(path, colour) + dots;
    text += svg::legend(in.left + 78.0 * static_cast<double>(number), kBottom + 56, colour,
                        std::to_string(block_size));
    ++number;
  }
  const sweep_result& best = chart.best();
  const auto at = static_cast<std::size_t>(std::find(bits.begin(), bits.end(), best.at.bits) - bits.begin());
  const double x = in.x(at, bits.size()), y = in.y(best.total());
  text += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"8\" fill=\"none\" stroke=\"#000\"/>\n", x, y);
  return text +
         svg::label(x, y - 14, fmt::format("best {:.3f} ms", best.total()),
                    "text-anchor=\"middle\" stroke=\"#fff\" stroke-width=\"4\" paint-order=\"stroke\"");
}

std::string bars(const sweep_chart& chart, const panel& in) {
  const std::vector<int> bits = chart.bits();
  const std::vector<std::string> names = chart.phase_names();
  const double width = 0.62 * (in.right - in.left) / static_cast<double>(bits.size());
  std::string text;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const sweep_result& point = chart.at(bits[i], chart.best().at.block_size);
    double sum = 0;
    for (const phase& part : point.phases) {
      const auto kind =
          static_cast<std::size_t>(std::find(names.begin(), names.end(), part.name) - names.begin());
      const double top = in.y(sum + part.ms);
      text += svg::bar(in.x(i, bits.size()) - width / 2, top, width, in.y(sum) - top, svg::part_colour(kind),
                       fmt::format("{}: {:.3f} ms", part.name, part.ms));
      sum += part.ms;
    }
    text += svg::label(in.x(i, bits.size()), in.y(sum) - 6,
                       fmt::format("{:.{}f}", sum,
                                   sum >= 100  ? 0
                                   : sum >= 10 ? 1
                                               : 2),
                       "text-anchor=\"middle\" font-size=\"11\"");
  }
  double x = in.left;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += svg::legend(x, kBottom + 56, svg::part_colour(i), names[i]);
    x += 36 + 7.5 * static_cast<double>(names[i].size());
  }
  return text;
}

}  // namespace

std::string sweep_svg(const sweep_chart& chart) {
  double most = 1e-6, most_right = 1e-6;
  for (const sweep_result& point : chart.points) {
    most = std::max(most, point.total());
    if (point.at.block_size == chart.best().at.block_size) most_right = std::max(most_right, point.total());
  }
  std::vector<std::string> bits;
  for (const int value : chart.bits()) bits.push_back(std::to_string(value));
  const panel left = panel::linear(72, 510, kTop, kBottom, most),
              right = panel::linear(602, kWidth - 24, kTop, kBottom, most_right * 1.05);
  return svg::document(
      kWidth, kHeight, chart.title + ": time of the whole sort in milliseconds",
      {fmt::format("{} · {} uniform uint32 keys · seed {} · {}{}", chart.device, chart.keys, chart.seed,
                   chart.runs > 1 ? fmt::format("medians of {} runs", chart.runs) : "one run each",
                   chart.simulated ? " · simulated, not a GPU's times" : "")},
      chart.command,
      left.axes("All phases, by threads per block", bits, "bits per digit") + lines(chart, left) +
          right.axes(fmt::format("Phases with {} threads", chart.best().at.block_size), bits,
                     "bits per digit") +
          bars(chart, right));
}

}  // namespace verifier
