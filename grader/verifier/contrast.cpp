// SPDX-License-Identifier: Apache-2.0
#include "contrast.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "conditions.h"

namespace verifier {
namespace {

constexpr std::size_t kLeastRuns = 2;  // of either kind: one alone has everything in common with itself

template <class T>
input_facts facts_of_elements(const void* values, std::size_t count) {
  std::vector<T> all(count);
  if (count > 0) std::memcpy(all.data(), values, count * sizeof(T));
  constexpr T kHigh = static_cast<T>(T{1} << (8 * sizeof(T) - 1)), kLargest = static_cast<T>(~T{});
  input_facts facts;
  facts.in_order = std::is_sorted(all.begin(), all.end());
  facts.high_bit = std::any_of(all.begin(), all.end(), [](T x) { return (x & kHigh) != 0; });
  facts.largest_key = std::find(all.begin(), all.end(), kLargest) != all.end();
  std::sort(all.begin(), all.end());
  facts.equal_keys = std::adjacent_find(all.begin(), all.end()) != all.end();
  return facts;
}

// A condition, and of which runs it holds.
struct tried {
  const condition* what;
  std::vector<bool> holds;
  std::size_t failed = 0, right = 0;  // runs of either kind of which it does
};

// Those that hold for all runs that failed.
std::vector<tried> of_all_that_failed(const std::vector<condition>& conditions,
                                      const std::vector<run_facts>& runs, std::size_t failed) {
  std::vector<tried> all;
  for (const condition& c : conditions) {
    tried t{&c, {}, 0, 0};
    for (const run_facts& run : runs) {
      const property holds = c.holds(run);
      if (!holds) break;
      t.holds.push_back(*holds != 0);
      if (*holds != 0) ++(run.failed ? t.failed : t.right);
    }
    if (t.holds.size() == runs.size() && t.failed == failed) all.push_back(std::move(t));
  }
  return all;
}

// Two that hold together for the runs that failed alone, where each is needed for more than one that is
// right.
std::string two_together(const std::vector<tried>& all, std::size_t runs, std::size_t right) {
  int best = 2 * kByAccident;
  std::string text;
  for (const tried& a : all)
    for (const tried& b : all) {
      if (&a >= &b || a.what->rank >= kByAccident || b.what->rank >= kByAccident) continue;
      std::size_t both = 0;
      for (std::size_t i = 0; i < runs; ++i) both += a.holds[i] && b.holds[i] ? 1 : 0;
      const std::size_t kept = both - a.failed;  // runs that are right although both hold
      const bool needed = a.right >= kept + kLeastRuns && b.right >= kept + kLeastRuns;
      if (kept > 0 || !needed || right < 2 * kLeastRuns || a.failed <= kLeastRuns ||
          a.what->rank + b.what->rank >= best)
        continue;
      best = a.what->rank + b.what->rank;
      text = a.what->text + ", and " + b.what->text;
    }
  return text;
}

std::string runs_in_words(std::size_t n) { return fmt::format("{} run{}", n, n == 1 ? "" : "s"); }

std::string only_where(const std::string& condition, std::size_t failed, std::size_t there,
                       std::size_t elsewhere) {
  return fmt::format("It fails only where {}: there in {} of {}, elsewhere in none of {}.", condition,
                     failed == there ? "all" : std::to_string(failed), runs_in_words(there),
                     runs_in_words(elsewhere));
}

}  // namespace

input_facts look_at_input(const std::string& type, const void* values, std::size_t count) {
  constexpr std::size_t kMost = 1 << 16;
  if (count > kMost || values == nullptr) return {};
  if (type == "uint32") return facts_of_elements<std::uint32_t>(values, count);
  if (type == "uint64") return facts_of_elements<std::uint64_t>(values, count);
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
  for (const run_facts& run : seen)  // a run without elements says nothing when it is right
    if (run.failed || number_of(run, "n").value_or(2) > 1) all.push_back(run);
  const auto failed = static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [](const run_facts& run) { return run.failed; }));
  const std::size_t right = all.size() - failed;
  if (failed < kLeastRuns || right < kLeastRuns) return "";
  const std::vector<condition> conditions = conditions_for(all);
  const std::vector<tried> held = of_all_that_failed(conditions, all, failed);
  std::string alike;  // where several separate them, each of which may do so by accident
  int rank = 0;
  for (const tried& t : held) {
    if (t.right > 0 || (!alike.empty() && t.what->rank != rank)) continue;
    rank = t.what->rank;
    alike += (alike.empty() ? "" : " and ") + t.what->text;
    if (rank < kByAccident) break;
  }
  if (!alike.empty() && rank < kByAccident) return only_where(alike, failed, failed, right);
  if (const std::string two = two_together(held, all.size(), right); !two.empty())
    return only_where(two, failed, failed, right);
  if (!alike.empty()) return only_where(alike, failed, failed, right);
  const tried* best = nullptr;  // holds for the fewest others
  for (const tried& t : held)
    if (t.what->rank < kByAccident && (best == nullptr || t.right < best->right)) best = &t;
  if (best == nullptr || best->right > failed || 2 * best->right > right || right - best->right < kLeastRuns)
    return "";
  return only_where(best->what->text, failed, failed + best->right, right - best->right);
}

}  // namespace verifier
