// SPDX-License-Identifier: Apache-2.0
// Histories of an element under two schedules, from the first read that differs.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace lab03 {

// An access by a thread of a kernel with a one-dimensional grid (common/simcu/check/tools/history/history.h).
struct step {
  std::int64_t number;  // among all accesses of the launch
  unsigned block, thread;
  bool writes;
  int line;
  std::string source, before, after;
};
using history = std::vector<step>;

// Leaves out the host's accesses. Throws nlohmann::json::exception if the text is not a history.
inline history parse_history(const std::string& text) {
  history steps;
  for (const auto& s : nlohmann::json::parse(text)) {
    if (!s.contains("block")) continue;
    const auto op = s.at("op").get<std::string>();
    steps.push_back({s.at("step"), s.at("block").at(0), s.at("thread").at(0),
                     op.find("write") != std::string::npos || op == "atomic", s.at("line"), s.at("source"),
                     s.at("before"), s.at("after")});
  }
  return steps;
}

// Returns the index in `one` of each read of `other` by the same thread, with the same number, or -1.
inline std::vector<int> same_reads(const history& one, const history& other) {
  std::map<std::vector<unsigned>, int> first;  // key: block, thread, number of earlier reads by this thread
  const auto key = [](const step& s, std::map<std::pair<unsigned, unsigned>, unsigned>& counts) {
    return std::vector<unsigned>{s.block, s.thread, counts[{s.block, s.thread}]++};
  };
  std::map<std::pair<unsigned, unsigned>, unsigned> in_one, in_other;
  for (std::size_t i = 0; i < one.size(); ++i)
    if (!one[i].writes) first[key(one[i], in_one)] = static_cast<int>(i);
  std::vector<int> same(other.size(), -1);
  for (std::size_t i = 0; i < other.size(); ++i) {
    if (other[i].writes) continue;
    const auto found = first.find(key(other[i], in_other));
    if (found != first.end()) same[i] = found->second;
  }
  return same;
}

// The first read in the second history whose value differs from the first history.
struct difference {
  std::size_t element;
  history right, wrong;
  std::size_t right_read, wrong_read;  // indices in right and wrong
};

// elements[i]: the history of element i with a right result, and with a wrong one.
inline std::optional<difference> first_difference(const std::vector<std::pair<history, history>>& elements) {
  std::optional<difference> found;
  for (std::size_t e = 0; e < elements.size(); ++e) {
    const auto& [right, wrong] = elements[e];
    const std::vector<int> same = same_reads(right, wrong);
    for (std::size_t i = 0; i < wrong.size(); ++i) {
      if (same[i] < 0) continue;
      const auto at = static_cast<std::size_t>(same[i]);
      if (wrong[i].after == right[at].after) continue;
      if (!found || wrong[i].number < found->wrong[found->wrong_read].number)
        found = difference{e, right, wrong, at, i};
      break;
    }
  }
  return found;
}

// `element` is the element's name.
inline std::string in_words(const difference& d, const std::string& element, const std::string& right_name,
                            const std::string& wrong_name) {
  const step &right = d.right[d.right_read], &wrong = d.wrong[d.wrong_read];
  const auto writes =
      std::count_if(d.wrong.begin(), d.wrong.begin() + static_cast<std::ptrdiff_t>(d.wrong_read),
                    [](const step& s) { return s.writes; });
  return fmt::format(
      "Thread {} of block {} makes the same read both times. It gets {} under {}, but {} under {}, where {} has been "
      "written {} by then. No line of the kernel decides which.",
      wrong.thread, wrong.block, right.after, right_name, wrong.after, wrong_name, element,
      writes == 1 ? "once" : fmt::format("{} times", writes));
}

// Two columns of at most 76 characters together, and the source lines below them.
inline std::string side_by_side(const difference& d, const std::string& right_name,
                                const std::string& wrong_name) {
  constexpr const char* kRow = "  {:<35}| {}\n";
  const auto cell = [](const history& h, std::size_t i) -> std::string {
    if (i >= h.size()) return "";
    const step& s = h[i];
    const std::string what = s.writes ? "writes " + s.before + " -> " + s.after : "reads " + s.after;
    return fmt::format("{:>4}{:>6}{:>7}  {}", s.line, s.block, s.thread, what);
  };
  const std::vector<int> same = same_reads(d.right, d.wrong);
  std::map<int, std::string> lines;
  std::string text =
      fmt::format(kRow, right_name, wrong_name) + fmt::format(kRow, "line block thread", "line block thread");
  for (std::size_t i = 0; i < std::max(d.right.size(), d.wrong.size()); ++i) {
    std::string left = cell(d.right, i), right = cell(d.wrong, i);
    if (i == d.right_read) left = fmt::format("{:<30}<--", left);
    if (i < d.wrong.size() && same[i] >= 0 &&
        d.wrong[i].after != d.right[static_cast<std::size_t>(same[i])].after)
      right = fmt::format("{:<28}{}", right, i == d.wrong_read ? "<-- wrong" : "wrong, too");
    text += fmt::format(kRow, left, right);
    if (i < d.right.size()) lines[d.right[i].line] = d.right[i].source;
    if (i < d.wrong.size()) lines[d.wrong[i].line] = d.wrong[i].source;
  }
  for (const auto& [line, source] : lines) text += fmt::format("  {:>4} | {:.68}\n", line, source);
  return text;
}

}  // namespace lab03
