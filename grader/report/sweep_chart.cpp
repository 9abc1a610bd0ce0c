// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sweep.h"
#include "text_layout.h"

namespace verifier {
namespace {

// Rounds the ends of the phases, so that the bar has the rounded total length.
std::string bar(const sweep_result& result, const std::vector<std::string>& names, double ms_of_column) {
  std::string text;
  double sum = 0;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < names.size(); ++i)
    for (const phase& part : result.phases) {
      if (part.name != names[i]) continue;
      sum += part.ms;
      const auto end = static_cast<std::size_t>(std::lround(sum / ms_of_column));
      text += repeated(kFills[i % kFillCount], end - std::min(end, shown));
      shown = std::max(shown, end);
    }
  return text;
}

}  // namespace

const sweep_result& sweep_chart::best() const {
  return *std::min_element(points.begin(), points.end(), [](const sweep_result& a, const sweep_result& b) {
    return a.total() < b.total();
  });
}

std::vector<int> sweep_chart::bits() const {
  std::vector<int> all;
  for (const sweep_result& point : points)
    if (all.empty() || all.back() != point.at.bits) all.push_back(point.at.bits);
  return all;
}

std::vector<unsigned> sweep_chart::block_sizes() const {
  std::vector<unsigned> all;
  for (const sweep_result& point : points)
    if (point.at.bits == points.front().at.bits) all.push_back(point.at.block_size);
  return all;
}

const sweep_result& sweep_chart::at(int bits, unsigned block_size) const {
  return *std::find_if(points.begin(), points.end(), [&](const sweep_result& point) {
    return point.at.bits == bits && point.at.block_size == block_size;
  });
}

std::vector<std::string> sweep_chart::phase_names() const {
  std::vector<std::string> names;
  for (const sweep_result& point : points)
    for (const phase& part : point.phases)
      if (std::find(names.begin(), names.end(), part.name) == names.end()) names.push_back(part.name);
  return names;
}

std::string sweep_text(const sweep_chart& chart, std::size_t width) {
  constexpr std::size_t kLabel = 6, kCell = 9, kIndent = 2;
  const sweep_result& best = chart.best();
  const auto paragraph = [&](const std::string& words) { return wrap(words, width, kIndent) + "\n"; };
  const auto row = [&](const std::string& first, const std::vector<std::string>& cells) {
    std::string line = "  " + pad_right(first, kLabel);
    for (const std::string& cell : cells) line += pad_left(cell, kCell + 1);
    return line.erase(line.find_last_not_of(' ') + 1) + "\n";
  };
  std::string text =
      "\n" +
      wrap(fmt::format("{} · {} · {} keys · seed {}", chart.title, chart.device, chart.keys, chart.seed),
           width, 0) +
      "\n\n";
  text += paragraph(fmt::format(
      "Milliseconds for the whole sort, by bits per digit (down) and threads per block (across); {}.{}",
      chart.runs > 1 ? fmt::format("medians of {} runs", chart.runs) : "one run each",
      chart.simulated ? " Simulated: not a GPU's times." : ""));
  std::vector<std::string> cells;
  for (const unsigned block_size : chart.block_sizes()) cells.push_back(std::to_string(block_size) + " ");
  text += row("bits", cells) + "  " + repeated("─", kLabel + cells.size() * (kCell + 1)) + "\n";
  for (const int bits : chart.bits()) {
    cells.clear();
    for (const unsigned block_size : chart.block_sizes()) {
      const sweep_result& point = chart.at(bits, block_size);
      cells.push_back(milliseconds(point.total()) + (&point == &best ? "*" : " "));
    }
    text += row(std::to_string(bits), cells);
  }
  text += paragraph(fmt::format("* best: {} bit{}, {} threads, tiles of {} keys: {:.2f} M keys/s",
                                best.at.bits, best.at.bits == 1 ? "" : "s", best.at.block_size, best.at.tile,
                                static_cast<double>(chart.keys) / std::max(best.total(), 1e-9) / 1e3));

  const std::vector<std::string> names = chart.phase_names();
  std::string legend = fmt::format("Phases with {} threads", best.at.block_size);
  for (std::size_t i = 0; i < names.size(); ++i)
    legend += fmt::format("{} {} {}", i == 0 ? ":" : ",", kFills[i % kFillCount], names[i]);
  text += "\n" + paragraph(legend);
  double longest = 1e-9;
  for (const int bits : chart.bits()) longest = std::max(longest, chart.at(bits, best.at.block_size).total());
  const double ms_of_column = longest / static_cast<double>(width - kIndent - kLabel - kCell - 3);
  for (const int bits : chart.bits()) {
    const sweep_result& point = chart.at(bits, best.at.block_size);
    text += "  " + pad_right(std::to_string(bits), kLabel) + pad_left(milliseconds(point.total()), kCell) +
            "  " + bar(point, names, ms_of_column) + "\n";
  }
  return text;
}

std::string sweep_csv(const sweep_chart& chart) {
  const std::vector<std::string> names = chart.phase_names();
  std::string text = fmt::format(
      "# {}: time of the whole sort in milliseconds, by digit bits and threads per block\n"
      "# device: {}{}\n# keys: {} uniform uint32, seed {}; {}, each checked\n# command: {}\n",
      chart.title, chart.device, chart.simulated ? "; simulated, not a GPU's times" : "", chart.keys,
      chart.seed, chart.runs > 1 ? fmt::format("the median of {} runs", chart.runs) : "one run each",
      chart.command);
  text += "bits,block_size,tile";
  for (const std::string& name : names) text += fmt::format(",{}_ms", name);
  text += ",total_ms\n";
  for (const sweep_result& point : chart.points) {
    text += fmt::format("{},{},{}", point.at.bits, point.at.block_size, point.at.tile);
    for (const std::string& name : names) {
      double ms = 0;  // a missing phase takes no time
      for (const phase& part : point.phases)
        if (part.name == name) ms += part.ms;
      text += fmt::format(",{:.6f}", ms);
    }
    text += fmt::format(",{:.6f}\n", point.total());
  }
  return text;
}

}  // namespace verifier
