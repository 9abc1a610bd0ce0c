// SPDX-License-Identifier: Apache-2.0
// Left: the student's rows. Right: the recorded ones, with a chart of their own.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "text_layout.h"
#include "timings.h"

namespace verifier {
namespace {

constexpr std::size_t kNumber = 9, kLeastChart = 10, kMostChart = 36;

using picture = timing_form::picture;

// "histogram_ms" -> "histogram"
std::string plain_name(const std::string& column) {
  std::string name = column.substr(0, column.rfind("_ms"));
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

// The numbers, then a chart of `width` columns.
class half {
 public:
  half(const timing_form& form, const timings& table, std::size_t width)
      : form_(form), table_(table), width_(width) {
    for (const timing_row& row : table.rows) {
      most_ = std::max(
          most_, drawn() == picture::bars ? row.total() : *std::max_element(row.ms.begin(), row.ms.end()));
      for (const double ms : row.ms)
        if (ms > 0) least_ = std::min(least_, ms);
    }
  }

  std::string cells(long at) const {
    const timing_row* row = table_.find(at);
    std::string text;
    if (row != nullptr && drawn() == picture::bars) {
      text = pad_left(milliseconds(row->total()), kNumber) + (row == &table_.least_total() ? "*" : " ");
    } else if (row != nullptr) {
      for (const double ms : row->ms) text += pad_left(milliseconds(ms), kNumber);
    }
    if (row != nullptr && width_ > 0) text += " " + (drawn() == picture::bars ? bar(*row) : dots(*row));
    return text;
  }

  std::string heading() const {
    if (drawn() == picture::bars) return pad_left("ms", kNumber);
    std::string text;
    for (std::size_t i = 1; i < form_.columns.size(); ++i)
      text += pad_left(plain_name(form_.columns[i]), kNumber);
    return text;
  }

 private:
  picture drawn() const { return form_.drawn; }

  std::string bar(const timing_row& row) const {
    std::string text;
    double sum = 0;
    std::size_t shown = 0;
    for (std::size_t i = 0; i < row.ms.size(); ++i) {
      sum += row.ms[i];
      const auto end = static_cast<std::size_t>(std::lround(sum / most_ * static_cast<double>(width_)));
      text += repeated(kFills[i % std::size(kFills)], end - std::min(end, shown));
      shown = std::max(shown, end);
    }
    return text;
  }

  // Marks each time on a logarithmic scale by its column's first letter, or by + if several coincide.
  std::string dots(const timing_row& row) const {
    std::string text(width_, ' ');
    const double scale = static_cast<double>(width_ - 1) / std::max(std::log(most_ / least_), 1e-9);
    for (std::size_t i = 0; i < row.ms.size(); ++i) {
      if (!(row.ms[i] > 0)) continue;
      char& at = text[static_cast<std::size_t>(std::lround(std::log(row.ms[i] / least_) * scale))];
      at = at == ' ' ? form_.columns[i + 1][0] : '+';
    }
    return text.erase(text.find_last_not_of(' ') + 1);
  }

  const timing_form& form_;
  const timings& table_;
  std::size_t width_;
  double least_ = 1e300, most_ = 1e-9;
};

std::string facts_line(const timings& table) {
  std::string text = table.fact("machine");
  if (!table.fact("n").empty()) text += fmt::format(", n = {}", table.fact("n"));
  return text + (table.simulated() ? "; simulated: not a GPU's times" : "");
}

}  // namespace

std::string timings_text(const shown_timings& shown, std::size_t width) {
  const timing_form& form = shown.form;
  const std::size_t label = std::max<std::size_t>(columns(form.columns[0]), 6);
  const std::size_t numbers = form.drawn == picture::bars ? kNumber + 1 : kNumber * (form.columns.size() - 1);
  const std::size_t room = width > label + 7 + 2 * numbers ? (width - label - 7 - 2 * numbers) / 2 : 0;
  const std::size_t chart = room < kLeastChart ? 0 : std::min(room, kMostChart);
  const half left(form, shown.own, chart), right(form, shown.recorded, chart);
  const std::size_t half_width = numbers + (chart > 0 ? chart + 1 : 0);

  std::string text = wrap(form.title, width, 2) + "\n";
  const auto whose = [&](const std::string& name, const timings& table) {
    return wrap(name + ": " + facts_line(table), width, 4) + "\n";
  };
  text += whose(shown.whose, shown.own) + whose("recorded", shown.recorded);
  const auto row = [&](const std::string& first, const std::string& own, const std::string& recorded) {
    std::string line = "  " + pad_right(first, label) + pad_right(own, half_width) + "   " + recorded;
    return line.erase(line.find_last_not_of(' ') + 1) + "\n";
  };
  std::string name = form.columns[0];
  std::replace(name.begin(), name.end(), '_', ' ');
  text += row("", pad_left(shown.whose, kNumber), pad_left("recorded", kNumber));
  text +=
      row(name, left.heading(), right.heading()) + "  " + repeated("─", label + 2 * half_width + 3) + "\n";
  std::set<long> values;
  for (const timings* table : {&shown.own, &shown.recorded})
    for (const timing_row& each : table->rows) values.insert(each.at);
  for (const long at : values) text += row(std::to_string(at), left.cells(at), right.cells(at));

  std::string legend = form.drawn == picture::bars ? "* least time." : "";
  if (chart > 0) {
    legend += form.drawn == picture::bars ? " Bars" : "Letters";
    for (std::size_t i = 1; i < form.columns.size(); ++i)
      legend += fmt::format(
          "{} {} {}", i == 1 ? ":" : ",",
          form.drawn == picture::bars ? kFills[(i - 1) % std::size(kFills)] : form.columns[i].substr(0, 1),
          plain_name(form.columns[i]));
    legend += form.drawn == picture::bars ? "; each half has its own scale."
                                          : ", + several; each half has its own logarithmic scale.";
  }
  return text + wrap(legend, width, 2) + "\n";
}

}  // namespace verifier
