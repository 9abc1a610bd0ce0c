// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <numeric>
#include <set>
#include <sstream>

#include "plain_file.h"
#include "proof.h"
#include "report.h"

namespace verifier {

const char* name_of(verdict kind) {
  switch (kind) {
    case verdict::not_graded:
      return "NOT GRADED";
    case verdict::good:
      return "GOOD";
    case verdict::not_yet:
      return "NOT YET";
    case verdict::over_budget:
      return "OVER BUDGET";
    case verdict::not_seen:
      return "NOT SEEN";
    case verdict::not_clean:
      return "NOT CLEAN";
    case verdict::wrong:
      return "WRONG";
    case verdict::timed_out:
      return "TIMED OUT";
    case verdict::crashed:
      return "CRASHED";
    case verdict::no_build:
      return "NO BUILD";
    case verdict::not_your_code:
      return "NOT YOUR CODE";
  }
  return "?";
}

score score_of(const std::vector<test_result>& results) {
  score sum;
  const auto in_course = [](const test_result& result) { return !result.lab->points.bonus; };
  const bool course = std::any_of(results.begin(), results.end(), in_course);
  for (const test_result& result : results) {
    if (course && !in_course(result)) {
      sum.bonus += result.points();
      sum.bonus_possible += result.possible();
      continue;
    }
    sum.points += result.points();
    sum.possible += result.possible();
    if (result.kind == verdict::not_your_code) sum.faults += result.possible();
    sum.not_graded += result.row->points - result.possible();
  }
  return sum;
}

std::string remarks_on(const score& sum) {
  std::string text;
  if (sum.faults > 0)
    text +=
        fmt::format(" — no mark: {} points could not be graded, for reasons outside your code", sum.faults);
  if (sum.not_graded > 0) text += fmt::format(" ({} more points are not graded here)", sum.not_graded);
  if (sum.bonus_possible > 0) text += fmt::format("; bonus: {}/{}", sum.bonus, sum.bonus_possible);
  return text;
}

verdict worst(const std::vector<const test_result*>& results) {
  verdict kind = verdict::good;
  for (const test_result* result : results) kind = std::max(kind, result->kind);
  return kind;
}

std::string story_of(const std::vector<const test_result*>& all) {
  if (std::all_of(all.begin(), all.end(), [&](const test_result* t) {
        return t->kind == verdict::not_your_code && t->text == all[0]->text;
      }))
    return all[0]->text;
  const auto found = std::find_if(all.begin(), all.end(), [](const test_result* t) {
    return t->kind == verdict::no_build && t->text.rfind(kLeftOut, 0) != 0;
  });
  return found == all.end() ? "" : (*found)->text;
}

std::vector<std::vector<const test_result*>> by_exercise(const std::vector<test_result>& results,
                                                         const lab_entry& lab) {
  std::vector<std::vector<const test_result*>> groups(lab.points.titles.size());
  for (const rubric_row& row : lab.points.rows)
    for (const test_result& result : results)
      if (result.row == &row) groups[static_cast<std::size_t>(row.exercise) - 1].push_back(&result);
  return groups;
}

std::vector<budget_use> costs_to_show(const test_result& result) {
  std::vector<budget_use> costs;
  const budget_use* work = nullptr;
  const std::uint64_t lanes = lanes_of_device();
  const auto at_least = [&](std::uint64_t steps, std::uint64_t span) {
    return std::max(span, (steps + lanes - 1) / lanes);
  };
  for (const budget_use& b : result.budgets) {
    if (b.used == 0 && b.budget == 0) continue;
    costs.push_back(b);
    if (b.what == kWork) work = &b;
    if (b.what != kSpan || work == nullptr) continue;
    costs.push_back({fmt::format("fewest possible steps on {} lanes (the larger of span and work / "
                                 "lanes)",
                                 grouped(lanes)),
                     at_least(work->used, b.used), 0, std::nullopt});
    if (work->reference && b.reference) costs.back().reference = at_least(*work->reference, *b.reference);
  }
  return costs;
}

std::string budget_of(const budget_use& b) { return b.budget == 0 && b.used > 0 ? "–" : grouped(b.budget); }

std::string costs_of(const std::vector<const test_result*>& tests) {
  std::vector<budget_use> costs;
  for (const test_result* test : tests)
    for (const budget_use& b : costs_to_show(*test)) {
      const auto same = std::find_if(costs.begin(), costs.end(), [&](const budget_use& other) {
        return other.what == b.what && other.used == b.used && other.reference == b.reference;
      });
      if (same == costs.end())
        costs.push_back(b);
      else if (b.budget != 0)  // two limits for one number: the lower one is the budget
        same->budget = same->budget == 0 ? b.budget : std::min(same->budget, b.budget);
    }
  if (costs.empty()) return "";
  const bool referred =
      std::all_of(costs.begin(), costs.end(), [](const auto& b) { return b.reference.has_value(); });
  std::string text = referred ? "Cost, yours / reference / budget: " : "Cost, yours / budget: ";
  for (const budget_use& b : costs)
    text += fmt::format("{}{} {}{} / {}", &b == &costs.front() ? "" : ", ", b.what, grouped(b.used),
                        referred ? " / " + grouped(*b.reference) : "", budget_of(b));
  return text;
}

std::string bug_of(const test_result& result) {
  if (result.findings.empty()) {
    for (const std::string* same : {&result.cause, &result.matches, &result.contrast, &result.text})
      if (!same->empty()) return fmt::format("{} {}", result.row->exercise, *same);
    return std::to_string(result.row->exercise);
  }
  const finding& first = result.findings.front();
  std::set<std::string> lines;
  for (const finding_access& a : first.accesses) {
    if (a.file.empty()) return result.cause;
    lines.insert(fmt::format("{}:{}", a.file, a.line));
  }
  if (lines.empty()) return result.cause;
  return fmt::format("{} {}", first.kind, fmt::join(lines, " "));
}

back_reference as_before(const test_result& result, const test_result& before) {
  const std::string there = before.row->exercise == result.row->exercise
                                ? fmt::format("\"{}\" above", before.row->shows)
                                : fmt::format("exercise {}, \"{}\"", before.row->exercise, before.row->shows);
  return result.cause.empty()
             ? back_reference{result.text == before.text ? "As in " : "It looks the same as in ", there, "."}
             : back_reference{"The same bug as in ", there, ": " + result.cause + "."};
}

std::string told_of(const test_result& result) {
  if (result.contrast.empty()) return result.text;
  if (result.cause.empty()) return result.contrast + "\n" + result.text;
  std::string text = result.text;
  return text.insert(std::min(text.find(kTestSaw), text.size()), "\n" + result.contrast);
}

std::string plain_text(const test_result& result) {
  if (result.kind == verdict::good) return "";
  std::string text = fmt::format("{}: {}\n", name_of(result.kind), result.text);
  if (!result.contrast.empty()) text += result.contrast + "\n";
  if (result.kind == verdict::not_graded) return text;
  if (!result.matches.empty()) text += "Matches: " + result.matches + "\n";
  if (result.kind != verdict::not_yet && result.kind != verdict::no_build) {
    if (!result.ran.empty()) text += "Ran: " + result.ran + "\n";
    if (!result.printed.empty()) text += "The program printed:\n" + result.printed + "\n";
  }
  return text + "Repeat: " + result.repeat;
}

std::string phase_table(const std::vector<phase_group>& groups, bool simulated, std::size_t width) {
  if (groups.empty()) return "";
  const auto rate = [](std::size_t keys, double ms) {
    if (!(ms > 0)) return std::string();
    const double per_second = static_cast<double>(keys) / ms * 1e3;
    return per_second >= 1e9 ? fmt::format("{:.2f} G/s", per_second / 1e9)
                             : fmt::format("{:.2f} M/s", per_second / 1e6);
  };
  using row = std::array<std::string, 6>;
  std::vector<row> rows = {{"version", "phase", "keys", "ms", "share", "keys/s"}};
  for (const phase_group& group : groups) {
    const double total = total_ms(group.phases);
    bool first = true;
    for (const phase& part : group.phases) {
      const bool alone = group.phases.size() == 1;
      rows.push_back({first ? group.version : "", part.name, first ? std::to_string(group.keys) : "",
                      fmt::format("{:.3f}", part.ms),
                      total > 0 ? fmt::format("{:.1f} %", 100 * part.ms / total) : "",
                      alone ? rate(group.keys, part.ms) : ""});
      first = false;
    }
    if (group.phases.size() != 1)
      rows.push_back({"", "total", "", fmt::format("{:.3f}", total), "", rate(group.keys, total)});
  }
  std::array<std::size_t, 6> longest{}, wide{2, 0, 12, 12, 9, 14};
  for (const row& r : rows)
    for (std::size_t i = 0; i < r.size(); ++i) longest[i] = std::max(longest[i], columns(r[i]));
  wide[0] = longest[0] + 2;
  wide[1] = longest[1];
  for (std::size_t gap = 2; gap > 0 && std::accumulate(wide.begin(), wide.end(), std::size_t{2}) > width;
       --gap)
    for (std::size_t i = 2; i < wide.size(); ++i) wide[i] = longest[i] + gap;
  for (const std::size_t spared : {4, 2, 5})
    if (std::accumulate(wide.begin(), wide.end(), std::size_t{2}) > width) {
      wide[spared] = 0;
      for (row& r : rows) r[spared].clear();
    }
  std::string text =
      wrap(simulated ? "Phases (simulated: device times are not a GPU's; host times are real)" : "Phases",
           width, 2) +
      "\n";
  for (const row& r : rows) {
    std::string line = "  " + pad_right(r[0], wide[0]) + pad_right(r[1], wide[1]);
    for (std::size_t i = 2; i < r.size(); ++i) line += pad_left(r[i], wide[i]);
    text += line.erase(line.find_last_not_of(' ') + 1) + "\n";
    if (&r == &rows[0])
      text += "  " + repeated("─", std::accumulate(wide.begin(), wide.end(), std::size_t{0})) + "\n";
  }
  return text;
}

}  // namespace verifier
