// SPDX-License-Identifier: Apache-2.0
// Left: the student's times. Right: the recorded ones, with an axis of their own.
#include <fmt/format.h>

#include <algorithm>

#include "svg.h"
#include "timings.h"

namespace verifier {
namespace {

using svg::panel;

constexpr struct { double width = 1040, height = 540, top = 140, bottom = 448; } kCanvas;

std::string bars(const timing_form& form, const timings& table, const panel& in) {
  const double width = 0.62 * (in.right - in.left) / static_cast<double>(table.rows.size());
  std::string text;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    double sum = 0;
    for (std::size_t part = 0; part < table.rows[i].ms.size(); ++part) {
      const double ms = table.rows[i].ms[part], top = in.y(sum + ms);
      text += svg::bar(in.x(i, table.rows.size()) - width / 2, top, width, in.y(sum) - top,
                       svg::part_colour(part), fmt::format("{}: {:.3f}", form.columns[part + 1], ms));
      sum += ms;
    }
  }
  return text;
}

std::string lines(const timing_form& form, const timings& table, const panel& in) {
  std::string text;
  for (std::size_t part = 0; part + 1 < form.columns.size(); ++part) {
    std::vector<svg::point> path;
    std::string dots;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      const double ms = table.rows[i].ms[part];
      if (!(ms > 0)) continue;
      path.push_back({in.x(i, table.rows.size()), in.y(ms)});
      dots += svg::dot(path.back().x, path.back().y, svg::line_colour(part),
                       fmt::format("{} {}: {:.3f}", table.rows[i].at, form.columns[part + 1], ms));
    }
    text += svg::line(path, svg::line_colour(part)) + dots;
  }
  return text;
}

std::string one_side(const timing_form& form, const timings& table, const std::string& whose, double left,
                     double right) {
  const bool stacked = form.drawn == timing_form::picture::bars;
  double least = 1e300, most = 1e-6;
  for (const timing_row& row : table.rows) {
    most = std::max(most, stacked ? row.total() : *std::max_element(row.ms.begin(), row.ms.end()));
    for (const double ms : row.ms)
      if (ms > 0) least = std::min(least, ms);
  }
  std::vector<std::string> values;
  for (const timing_row& row : table.rows) values.push_back(std::to_string(row.at));
  const panel in =
      stacked ? panel::linear(left, right, kCanvas.top, kCanvas.bottom, most)
              : panel::logarithmic(left, right, kCanvas.top, kCanvas.bottom, std::min(least, most), most);
  const std::string n = table.fact("n").empty() ? "" : ", n = " + table.fact("n");
  return in.axes(whose + n + (table.simulated() ? " (simulated, not a GPU's times)" : ""), values,
                 form.columns[0]) +
         (stacked ? bars(form, table, in) : lines(form, table, in));
}

}  // namespace

std::string timings_svg(const shown_timings& shown) {
  const timing_form& form = shown.form;
  std::string body = one_side(form, shown.own, shown.whose, 72, 510) +
                     one_side(form, shown.recorded, "recorded", 602, kCanvas.width - 24);
  double x = 72;
  for (std::size_t i = 1; i < form.columns.size(); ++i) {
    const bool stacked = form.drawn == timing_form::picture::bars;
    body += svg::legend(x, kCanvas.bottom + 56, stacked ? svg::part_colour(i - 1) : svg::line_colour(i - 1),
                        form.columns[i]);
    x += 36 + 7.5 * static_cast<double>(form.columns[i].size());
  }
  return svg::document(kCanvas.width, kCanvas.height, form.title,
                       {fmt::format("{}: {}", shown.whose, shown.own.fact("machine")),
                        "recorded: " + shown.recorded.fact("machine")},
                       shown.own.fact("command"), body);
}

}  // namespace verifier
