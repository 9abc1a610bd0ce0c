// SPDX-License-Identifier: Apache-2.0
// A sweep as text and as a table for programs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sweep.h"
#include "text_layout.h"

namespace verifier {
namespace {

// Three digits that matter, and no more than three behind the point.
std::string milliseconds(double ms) { return fmt::format("{:.{}f}", ms, ms >= 100 ? 1 : ms >= 10 ? 2 : 3); }

constexpr const char* kFills[] = {"█", "▒", "░", "▚"};  // of the phases in a bar
constexpr std::size_t kFillCount = std::size(kFills);

std::string repeated(const char* what, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += what;
  return text;
}

// Phases as lengths that add up to the total's length, so that bars can be compared.
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

double sweep_result::total() const {
  double sum = 0;
  for (const phase& part : phases) sum += part.ms;
  return sum;
}

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
  constexpr std::size_t kLabel = 8, kCell = 11;
  const sweep_result& best = chart.best();
  std::string text =
      fmt::format("\n{} · {} · {} keys · seed {}\n", chart.title, chart.device, chart.keys, chart.seed);
  text += fmt::format("\n  Milliseconds of the whole sort, {}{}\n",
                      chart.runs > 1 ? fmt::format("median of {} runs", chart.runs) : "one run",
                      chart.simulated ? " (simulated: not a GPU's times)" : "");
  text += "  " + pad_right("bits", kLabel);
  for (const unsigned block_size : chart.block_sizes())
    text += pad_left(std::to_string(block_size), kCell) + " ";
  text +=
      "  threads of a block\n  " + repeated("─", kLabel + chart.block_sizes().size() * (kCell + 1)) + "\n";
  for (const int bits : chart.bits()) {
    text += "  " + pad_right(std::to_string(bits), kLabel);
    for (const unsigned block_size : chart.block_sizes()) {
      const sweep_result& point = chart.at(bits, block_size);
      text += pad_left(milliseconds(point.total()), kCell) + (&point == &best ? "*" : " ");
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  text += fmt::format("  * best: {} bit{}, {} threads, tiles of {} keys: {:.1f} M keys/s\n", best.at.bits,
                      best.at.bits == 1 ? "" : "s", best.at.block_size, best.at.tile,
                      static_cast<double>(chart.keys) / std::max(best.total(), 1e-9) / 1e3);

  const std::vector<std::string> names = chart.phase_names();
  text += fmt::format("\n  Phases with {} threads:", best.at.block_size);
  for (std::size_t i = 0; i < names.size(); ++i)
    text += fmt::format("  {} {}", kFills[i % kFillCount], names[i]);
  text += "\n";
  double longest = 0;
  for (const int bits : chart.bits()) longest = std::max(longest, chart.at(bits, best.at.block_size).total());
  const double ms_of_column = std::max(longest, 1e-9) / static_cast<double>(width - kLabel - kCell - 4);
  for (const int bits : chart.bits()) {
    const sweep_result& point = chart.at(bits, best.at.block_size);
    text += "  " + pad_right(fmt::format("{} bit{}", bits, bits == 1 ? "" : "s"), kLabel) +
            pad_left(milliseconds(point.total()), kCell - 2) + "  " + bar(point, names, ms_of_column) + "\n";
  }
  return text;
}

std::string sweep_csv(const sweep_chart& chart) {
  const std::vector<std::string> names = chart.phase_names();
  std::string text = fmt::format(
      "# {}: milliseconds of the whole sort by digit bits and threads of a block\n"
      "# device: {}{}\n# keys: {} uniform uint32, seed {}; {}, each checked\n# command: {}\n",
      chart.title, chart.device, chart.simulated ? " (simulated: not a GPU's times)" : "", chart.keys,
      chart.seed, chart.runs > 1 ? fmt::format("the median of {} runs", chart.runs) : "one run each",
      chart.command);
  text += "bits,block_size,tile";
  for (const std::string& name : names) text += fmt::format(",{}_ms", name);
  text += ",total_ms\n";
  for (const sweep_result& point : chart.points) {
    text += fmt::format("{},{},{}", point.at.bits, point.at.block_size, point.at.tile);
    for (const std::string& name : names) {
      double ms = 0;  // a phase that this point does not have takes no time
      for (const phase& part : point.phases)
        if (part.name == name) ms += part.ms;
      text += fmt::format(",{:.6f}", ms);
    }
    text += fmt::format(",{:.6f}\n", point.total());
  }
  return text;
}

}  // namespace verifier
