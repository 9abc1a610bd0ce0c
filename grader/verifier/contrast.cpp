// SPDX-License-Identifier: Apache-2.0
#include "contrast.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <utility>

#include "conditions.h"

namespace verifier {
namespace {

// The number of bits that a condition must save. It limits the probability that some condition of the table
// separates the runs by chance to one in eight.
constexpr double kLuck = 3;

template <class T>
input_facts facts_of_elements(const void* values, std::size_t count, int bits) {
  std::vector<T> all(count);
  if (count > 0) std::memcpy(all.data(), values, count * sizeof(T));
  constexpr T kHigh = static_cast<T>(T{1} << (8 * sizeof(T) - 1)), kLargest = static_cast<T>(~T{});
  input_facts facts;
  facts.in_order = std::is_sorted(all.begin(), all.end());
  facts.high_bit = std::any_of(all.begin(), all.end(), [](T x) { return (x & kHigh) != 0; });
  facts.largest_key = std::find(all.begin(), all.end(), kLargest) != all.end();
  if (bits > 0 && count > 1) {
    T differing = 0;
    for (const T x : all) differing |= x ^ all[0];
    facts.idle_digit = facts.idle_pass = false;
    for (int shift = 0; shift < static_cast<int>(8 * sizeof(T)); shift += bits) {
      const bool same = (differing >> shift & ((T{1} << bits) - 1)) == 0;
      if (!same && *facts.idle_digit) facts.idle_pass = true;
      if (same) facts.idle_digit = true;
    }
  }
  std::sort(all.begin(), all.end());
  facts.equal_keys = std::adjacent_find(all.begin(), all.end()) != all.end();
  return facts;
}

double bits_to_choose(std::size_t k, std::size_t n) {
  const auto ln_factorial = [](std::size_t x) { return std::lgamma(static_cast<double>(x) + 1); };
  return (ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k)) / std::log(2.0);
}

// Returns the number of bits saved by a condition that holds for `there` of `all` runs, including all
// `failed` ones.
double bits_saved(std::size_t failed, std::size_t there, std::size_t all, double named) {
  return bits_to_choose(failed, all) - bits_to_choose(failed, there) - named;
}

// A condition that holds for all failed runs. Selecting the failed runs takes fewer bits among the runs for
// which it holds than among all runs. Naming the condition takes `named` bits.
struct explanation_of_runs {
  std::string text;
  int rank;
  bool of_input;
  std::vector<bool> holds;
  double named, saved = 0;
  std::size_t there = 0;  // runs for which it holds
};

// Returns the bits that a condition saves if runs with the same numbers count once, because a condition on
// numbers cannot distinguish such runs.
double saved_by(const explanation_of_runs& e, const std::vector<run_facts>& runs) {
  using point = std::pair<std::string, std::vector<std::optional<bool>>>;
  struct outcome {
    bool holds, failed;
  };
  std::map<point, outcome> points;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    run_facts numbers = runs[i];
    point at;
    if (!e.of_input) numbers.family.clear();
    at.first = described(numbers);
    for (const auto fact : kInputFacts)
      if (e.of_input) at.second.push_back(numbers.input.*fact);
    outcome& seen = points.try_emplace(at, outcome{e.holds[i], false}).first->second;
    seen.failed = seen.failed || runs[i].failed;
  }
  std::size_t failed = 0, there = 0;
  for (const auto& [at, seen] : points) failed += seen.failed ? 1 : 0, there += seen.holds ? 1 : 0;
  return bits_saved(failed, there, points.size(), e.named);
}

void weigh(explanation_of_runs& e, const std::vector<run_facts>& runs, std::size_t failed) {
  e.there = static_cast<std::size_t>(std::count(e.holds.begin(), e.holds.end(), true));
  e.saved = bits_saved(failed, e.there, runs.size(), e.named);
}

// Returns the conditions of the table that hold for all failed runs. The table begins with the simplest
// conditions, so the bits that name a condition are the logarithm of the number of different splits up to it.
std::vector<explanation_of_runs> explanations_of(const std::vector<run_facts>& runs, std::size_t failed) {
  std::vector<explanation_of_runs> all;
  std::set<std::vector<bool>> splits;
  std::size_t others = 0;
  for (const condition& c : conditions_for(runs)) {
    explanation_of_runs e{c.text, c.rank, c.of_input, {}, 0};
    std::size_t there = 0, failed_there = 0;
    for (const run_facts& run : runs) {
      const property holds = c.holds(run);
      if (!holds) break;
      e.holds.push_back(*holds != 0);
      if (*holds == 0) continue;
      ++there;
      failed_there += run.failed ? 1 : 0;
    }
    if (e.holds.size() < runs.size() || there == 0 || there == runs.size()) continue;
    splits.insert(e.holds);
    others += c.choices - 1;
    e.named = std::log2(static_cast<double>(splits.size() + others));
    if (failed_there < failed || (c.rank >= kByAccident && there > failed)) continue;
    weigh(e, runs, failed);
    all.push_back(e);
  }
  return all;
}

// Returns whether a failing run and a right run elsewhere have the same numbers. Otherwise, the numbers can
// be the reason.
bool differs_in_keys_only(const explanation_of_runs& e, const std::vector<run_facts>& runs) {
  std::set<std::map<std::string, std::int64_t>> failed;
  for (const run_facts& run : runs)
    if (run.failed) failed.insert(run.numbers);
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (!e.holds[i] && failed.count(runs[i].numbers) > 0) return true;
  return false;
}

// Returns the conjunction of two conditions.
explanation_of_runs together(const explanation_of_runs& a, const explanation_of_runs& b) {
  explanation_of_runs both{a.text + ", and " + b.text, std::max(a.rank, b.rank), a.of_input || b.of_input,
                           a.holds, a.named + b.named};
  for (std::size_t i = 0; i < a.holds.size(); ++i) both.holds[i] = a.holds[i] && b.holds[i];
  return both;
}

std::string runs_in_words(std::size_t n) { return fmt::format("{} run{}", n, n == 1 ? "" : "s"); }

std::string only_where(const std::string& condition, std::size_t failed, std::size_t there,
                       std::size_t elsewhere) {
  return fmt::format("It fails only where {}: in {} of {} there, and in none of {} elsewhere.", condition,
                     failed == there ? "all" : std::to_string(failed), runs_in_words(there),
                     runs_in_words(elsewhere));
}

}  // namespace

input_facts look_at_input(const std::string& type, const void* values, std::size_t count, int bits) {
  constexpr std::size_t kMost = 1 << 16;
  if (count > kMost || values == nullptr) return {};
  if (type == "uint32") return facts_of_elements<std::uint32_t>(values, count, bits);
  if (type == "uint64") return facts_of_elements<std::uint64_t>(values, count, bits);
  return {};
}

std::string described(const run_facts& run) {
  std::string text;
  for (const auto& [name, value] : run.numbers)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  return run.family.empty() ? text : text + ", " + run.family;
}

std::string what_separates(const std::vector<run_facts>& seen) {
  std::vector<run_facts> all;
  constexpr std::int64_t kFew = 1;  // with so few elements, a run is right by accident
  for (const run_facts& run : seen)
    if (run.failed || number_of(run, "n").value_or(kFew + 1) > kFew) all.push_back(run);
  const auto failed = static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [](const run_facts& run) { return run.failed; }));
  if (failed == 0 || failed == all.size()) return "";
  const std::vector<explanation_of_runs> each = explanations_of(all, failed);
  explanation_of_runs best;
  const auto is_tiny = [](const run_facts& run) {
    constexpr std::int64_t kTiny = 2;  // such runs have many properties by accident
    return number_of(run, "n").value_or(kTiny + 1) <= kTiny;
  };
  const auto only_tiny_elsewhere = [&](const explanation_of_runs& e) {
    for (std::size_t i = 0; i < all.size(); ++i)
      if (!e.holds[i] && !is_tiny(all[i])) return false;
    return true;
  };
  const auto take_if_better = [&](const explanation_of_runs& e, double by) {
    if (2 * failed < e.there) return;  // it holds for more right runs than failed runs
    if (e.of_input && !differs_in_keys_only(e, all)) return;
    if (e.saved > best.saved + by && !only_tiny_elsewhere(e) && saved_by(e, all) >= kLuck) best = e;
  };
  for (const explanation_of_runs& e : each) take_if_better(e, 0);
  const double alone = best.saved;
  for (const explanation_of_runs& a : each)
    for (const explanation_of_runs& b : each) {
      if (&a >= &b || a.rank >= kByAccident || b.rank >= kByAccident) continue;
      explanation_of_runs both = together(a, b);
      weigh(both, all, failed);
      if (5 * failed < 4 * both.there) continue;  // two conditions must fit well
      take_if_better(both, best.saved > alone ? 0 : kLuck);
    }
  if (best.there == 0) return "";
  std::string text = best.text;
  for (const explanation_of_runs& e : each)  // these conditions explain the failures equally well
    if (best.rank >= kByAccident && e.rank == best.rank && e.holds == best.holds && e.text != text)
      text += " and " + e.text;
  return only_where(text, failed, best.there, all.size() - best.there);
}

std::string where_all_begin(const std::vector<run_facts>& runs) {
  constexpr std::size_t kFew = 4;
  std::set<std::optional<std::size_t>> firsts;
  std::size_t failed = 0;
  for (const run_facts& run : runs)
    if (run.failed) firsts.insert(run.first_wrong), ++failed;
  if (failed < kFew || firsts.size() != 1 || firsts.begin()->value_or(0) == 0) return "";
  return fmt::format("In all {} failing runs, the first wrong element has index {}.", failed,
                     **firsts.begin());
}

}  // namespace verifier
