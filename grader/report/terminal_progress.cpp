// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "report.h"

namespace verifier {

void terminal_report::progress(const lab_entry& lab, const rubric_row& row, std::size_t at, std::size_t of) {
  if (!out_.interactive || only_failures_) return;
  put("\r\x1b[2K" +
      out_.paint(colour::dim,
                 shorten(fmt::format("  Lab {}  {}/{}  {}", lab.number, at, of, row.shows), out_.width - 1)));
  std::fflush(stdout);
  progress_shown_ = true;
}

// A progress message overwrites the previous one, but an exercise that is right keeps its line.
void terminal_report::heard(const rubric& points, const rubric_row& row, verdict kind, bool ended) {
  if (!only_failures_ || kind == verdict::not_graded) return;
  const std::string& title = points.titles[static_cast<std::size_t>(row.exercise) - 1];
  const auto tests = static_cast<std::size_t>(
      std::count_if(points.rows.begin(), points.rows.end(),
                    [&](const rubric_row& other) { return other.exercise == row.exercise; }));
  if (kind == verdict::good && ++right_[row.exercise] == tests) {
    clear_progress();
    put(out_.paint(colour::green, fmt::format("  ✓ {}  {}", row.exercise, title)) + "\n");
  } else if (kind == verdict::good && out_.interactive) {
    put("\r\x1b[2K" + out_.paint(colour::dim, shorten(fmt::format("    {}  {} of {} right: {}", row.exercise,
                                                                  right_[row.exercise], tests, row.shows),
                                                      out_.width - 1)));
    progress_shown_ = true;
  } else if (kind != verdict::good && !ended) {
    clear_progress();
    put(out_.paint(colour::red, fmt::format("  ✗ {}  {}: {}", row.exercise, row.shows, name_of(kind))) +
        "\n    The checkers are still being compiled. They will find the cause.\n");
  }
  std::fflush(stdout);
}

}  // namespace verifier
