// SPDX-License-Identifier: Apache-2.0
// Demonstrations for lab 03's report, which never cost a point.
#pragma once
#include <algorithm>

#include "lab_test.h"
#include "source_model.h"
#include "timeline.h"
#include "verdict.h"

namespace lab03 {

using named_words = verifier::keys<std::uint32_t>;

// If the demonstration ends early, a remark says why.
template <class Show>
void demonstrate(const std::string& what, Show show) {
  try {
    show();
  } catch (const verifier::judgement& end) {
    verifier::show_remark(
        end.kind == verifier::verdict::not_graded
            ? "The simulated device's results are missing here, because it is not built. `make setup "
              "grade` installs what the build needs (Boost.Context)."
            : what + " cannot be shown here: " + end.text);
  } catch (const nlohmann::json::exception&) {
    verifier::show_remark(what + " cannot be shown, because the checkers' report is not as expected.");
  }
}

inline std::string name_of(order turns) {
  return turns == order::fifo ? "fifo" : turns == order::reverse ? "reverse" : "lockstep";
}

// The given scan's result is in `cdf`.
inline verifier::request starter(const named_words& in, unsigned block_size, bound reach,
                                 const std::string& schedule) {
  verifier::request asked("starter");
  asked.param("block_size", block_size).param("bound_is_grid", reach == bound::grid);
  asked.in_out("bins", in).output<std::uint32_t>("cdf", in.size()).schedule(schedule);
  return asked;
}

inline std::string how_wrong(const wrong_elements& seen, std::size_t n) {
  if (seen.count == 0) return "right";
  return fmt::format("wrong from element {} on ({} of {} elements)", seen.first, seen.count, n);
}

// 1, 2, 3, …, n.
inline words counted_up(std::size_t n) {
  words in(n);
  for (std::size_t i = 0; i < n; ++i) in[i] = static_cast<std::uint32_t>(i + 1);
  return in;
}

// Shown once exercise 1's answers are right, as a confirmation.
inline void show_prediction(const named_words& in, order turns) {
  const auto got = starter(in, 8, bound::grid, name_of(turns)).checked().run().get<std::uint32_t>("cdf");
  const wrong_elements seen(got, exclusive_scan(in));
  verifier::show_remark(fmt::format("Predicted and seen under {}: {}; d_cdf[8] is {}.", name_of(turns),
                                    seen.count == 0
                                        ? "all right"
                                        : fmt::format("{} of {} elements wrong, from {} to {}", seen.count,
                                                      in.size(), seen.first, seen.last),
                                    got[8]));
}

// If there are wrong and right runs, the remark has the schedule that repeats one of each.
inline void show_random_schedules() {
  constexpr int kSeeds = 20;
  const words in = counted_up(8), right = exclusive_scan(in);
  std::string wrong_seed, right_seed;
  int wrong = 0;
  for (int seed = kSeeds; seed > 0; --seed) {
    const std::string schedule = "random:" + std::to_string(seed);
    const bool good =
        starter(in, 4, bound::grid, schedule).checked().run().get<std::uint32_t>("cdf") == right;
    wrong += !good;
    (good ? right_seed : wrong_seed) = schedule;
  }
  verifier::show_remark(
      fmt::format("Under {} of {} random schedules, these 8 elements come out wrong", wrong, kSeeds) +
      (wrong_seed.empty() ? "" : " (the first: SIMCU_SCHEDULE=" + wrong_seed + ")") +
      (right_seed.empty() ? "" : ". They come out right under SIMCU_SCHEDULE=" + right_seed) + ".");
}

inline std::vector<int> lines_of(const verifier::finding& f) {
  std::vector<int> lines;
  for (const verifier::finding_access& a : f.accesses) lines.push_back(a.line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

// The first read whose value differs between fifo and lockstep, with the element's history and the checkers'
// report.
inline void show_first_wrong_read() {
  const std::size_t n = 8;
  std::vector<std::pair<history, history>> elements;
  std::vector<verifier::finding> lockstep_races, fifo_races;
  for (std::size_t i = 0; i < n; ++i) {
    const std::string element = "d_bins[" + std::to_string(i) + "]";
    const auto run = [&](const char* schedule) {
      return starter(counted_up(n), 4, bound::grid, schedule).watch(element).run();
    };
    const verifier::answer right = run("lockstep"), wrong = run("fifo");
    elements.emplace_back(parse_history(right.history()), parse_history(wrong.history()));
    lockstep_races = right.findings();
    fifo_races = wrong.findings();
  }
  const auto found = first_difference(elements);
  if (!found) return;
  const std::string element = "d_bins[" + std::to_string(found->element) + "]";
  verifier::show_remark(fmt::format(
      "The first wrong read. The given scan adds up 1 to 8 with two blocks of four threads. Here is "
      "everything that happens to {}, in order:\n\n{}\n{}",
      element, side_by_side(*found, "lockstep", "fifo"), in_words(*found, element, "lockstep", "fifo")));
  for (const verifier::finding& race : fifo_races) {
    if (race.kind != "race" || race.where.find(element) == std::string::npos) continue;
    const bool always = std::any_of(lockstep_races.begin(), lockstep_races.end(),
                                    [&](const auto& other) { return lines_of(other) == lines_of(race); });
    verifier::checker_report only;
    only.findings = {race};
    only.findings.front().advice.clear();  // it would repair the given scan
    verifier::show_remark(
        std::string(always
                        ? "The checkers of the simulated device say the same under fifo and under lockstep, "
                          "where every sum is right:\n"
                        : "What the checkers of the simulated device say under fifo:\n") +
        verifier::describe_findings(only));
    return;
  }
}

}  // namespace lab03
