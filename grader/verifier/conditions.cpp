// SPDX-License-Identifier: Apache-2.0
// The properties of runs, and the conditions that compare them. A property is a number that describes a run.
#include "conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace verifier {

property number_of(const run_facts& run, const char* name) {
  const auto found = run.numbers.find(name);
  return found == run.numbers.end() ? property() : property(found->second);
}

namespace {

constexpr std::int64_t kKeyBits = 32;

// A property computed from two numbers of the run.
template <class Function>
property both(const run_facts& run, const char* one, const char* other, Function f) {
  const property a = number_of(run, one), b = number_of(run, other);
  return a && b && *b != 0 ? property(f(*a, *b)) : property();
}

std::int64_t rounded_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

// Boolean facts with their wording for true and false, in order of preference. Each fact is a condition under
// which common mistakes fail.
struct fact {
  const char *holds, *holds_not;
  property (*value)(const run_facts&);
};
const fact kFacts[] = {
    {"there is more than one tile", "all keys are in one tile",
     [](const run_facts& r) { return both(r, "n", "tile", [](auto n, auto tile) { return n > tile; }); }},
    {"there are more than two tiles", "there are at most two tiles",
     [](const run_facts& r) { return both(r, "n", "tile", [](auto n, auto tile) { return n > 2 * tile; }); }},
    {"the last tile is not full (n is not a multiple of tile)", "n is a multiple of tile",
     [](const run_facts& r) {
       return both(r, "n", "tile", [](auto n, auto tile) { return n % tile != 0; });
     }},
    {"a full tile has more keys than the block has threads",
     "a full tile has no more keys than the block has threads",
     [](const run_facts& r) {
       return both(r, "tile", "block_size", [](auto tile, auto block) { return tile > block; });
     }},
    {"a full tile has fewer keys than the block has threads",
     "a full tile has at least as many keys as the block has threads",
     [](const run_facts& r) {
       return both(r, "tile", "block_size", [](auto tile, auto block) { return tile < block; });
     }},
    {"tile is not block_size", "tile is block_size",
     [](const run_facts& r) {
       return both(r, "tile", "block_size", [](auto tile, auto block) { return tile != block; });
     }},
    {"tile is not a multiple of block_size", "tile is a multiple of block_size",
     [](const run_facts& r) {
       return both(r, "tile", "block_size", [](auto tile, auto block) { return tile % block != 0; });
     }},
    {"n / tile and n / block_size, both rounded up, differ",
     "n / tile and n / block_size, both rounded up, agree",
     [](const run_facts& r) {
       const property tiles = both(r, "n", "tile", rounded_up),
                      blocks = both(r, "n", "block_size", rounded_up);
       return tiles && blocks ? property(*tiles != *blocks) : property();
     }},
    {"n is not a multiple of block_size", "n is a multiple of block_size",
     [](const run_facts& r) {
       return number_of(r, "tile")
                  ? property()
                  : both(r, "n", "block_size", [](auto n, auto block) { return n % block != 0; });
     }},
    {"there are more keys than threads in a block", "there are no more keys than threads in a block",
     [](const run_facts& r) {
       return both(r, "n", "block_size", [](auto n, auto block) { return n > block; });
     }},
    {"there are fewer keys than threads in a block", "there are at least as many keys as threads in a block",
     [](const run_facts& r) {
       return both(r, "n", "block_size", [](auto n, auto block) { return n < block; });
     }},
    {"a block has more than one warp", "a block is one warp",
     [](const run_facts& r) {
       const property block = number_of(r, "block_size");
       return block ? property(*block > kLanesOfWarp) : property();
     }},
    {"there are more bins (2^bits) than threads in a block",
     "there are no more bins (2^bits) than threads in a block",
     [](const run_facts& r) {
       return both(r, "bits", "block_size", [](auto bits, auto block) {
         return bits < kKeyBits && (std::int64_t{1} << bits) > block;
       });
     }},
    {"the last pass has fewer than `bits` bits (32 is not a multiple of bits)", "32 is a multiple of bits",
     [](const run_facts& r) {
       const property bits = number_of(r, "bits");
       return bits && *bits > 0 && !number_of(r, "shift") ? property(kKeyBits % *bits != 0) : property();
     }},
    {"the number of passes is odd", "the number of passes is even",
     [](const run_facts& r) {
       const property bits = number_of(r, "bits");
       return bits && *bits > 0 && !number_of(r, "shift") ? property((kKeyBits + *bits - 1) / *bits % 2)
                                                          : property();
     }},
    {"there is more than one column", "there is only one column",
     [](const run_facts& r) {
       const property columns = number_of(r, "columns");
       return columns ? property(*columns > 1) : columns;
     }},
    {"columns is not 32", "columns is 32",  // a warp's lanes
     [](const run_facts& r) {
       const property columns = number_of(r, "columns");
       return columns ? property(*columns != kLanesOfWarp) : columns;
     }},
    {"there are fewer keys than columns", "there are at least as many keys as columns",
     [](const run_facts& r) {
       return both(r, "n", "columns", [](auto n, auto columns) { return n < columns; });
     }},
    {"n is not a multiple of columns", "n is a multiple of columns",
     [](const run_facts& r) {
       return both(r, "n", "columns", [](auto n, auto columns) { return n % columns != 0; });
     }},
    {"shift + bits > 32", "shift + bits is at most 32",
     [](const run_facts& r) {
       return both(r, "shift", "bits", [](auto shift, auto bits) { return shift + bits > 32; });
     }},
    {"n is not a power of two", "n is a power of two", [](const run_facts& r) {
       const property n = number_of(r, "n");
       return n ? property((*n & (*n - 1)) != 0) : property();
     }}};

bool is_round(std::int64_t x) {
  constexpr std::int64_t kLeast = 16;
  return x >= kLeast && (x & (x - 1)) == 0;
}

// Adds conditions such as "tile > 256": a lower bound at the smallest failing value, or an upper bound at the
// largest. If the next value beyond the bound is right and a power of two, the condition names that value.
// Unless the number decides alone, only bounds at powers of two are added, which code can have.
void add_thresholds(std::vector<condition>& all, const std::string& name, const std::set<std::int64_t>& right,
                    const std::set<std::int64_t>& failed, bool alone) {
  if (failed.empty()) return;
  const bool size = name == "n" || name == "tile";
  std::set<std::int64_t> values = right;
  values.insert(failed.begin(), failed.end());
  const auto add = [&](int rank, const std::string& text, auto holds) {
    all.push_back({rank, text,
                   [=](const run_facts& r) {
                     const property x = number_of(r, name.c_str());
                     return x ? property(holds(*x)) : x;
                   },
                   values.size()});
  };
  const std::int64_t least = *failed.begin(), greatest = *failed.rbegin();
  const auto from = right.lower_bound(least), after = right.upper_bound(greatest);
  if (from != right.begin() && !(size && *std::prev(from) < 2)) {  // a single key is always in order
    const std::int64_t most = *std::prev(from);
    const bool named = least == most + 1 || is_round(most) || most <= 1;
    std::string text = named ? fmt::format("{} > {}", name, most) : fmt::format("{} >= {}", name, least);
    if (least != most + 1)
      text +=
          named ? fmt::format(" (the next value tried: {})", least) : fmt::format(" (right up to {})", most);
    const bool round = is_round(most) || is_round(least);
    if (alone || round)
      add(round ? 20 : name == "n" ? 28 : 24, text, [=](std::int64_t x) { return x > most; });
  }
  if (after != right.end()) {
    const std::int64_t next = *after;
    const bool named = next == greatest + 1 || is_round(next);
    std::string text = greatest == 0 ? fmt::format("{} is 0", name)
                       : named       ? fmt::format("{} < {}", name, next)
                                     : fmt::format("{} <= {}", name, greatest);
    if (next != greatest + 1 && greatest != 0)
      text += named ? fmt::format(" (the next value tried: {})", greatest)
                    : fmt::format(" (right from {} on)", next);
    const bool round = is_round(next) || is_round(greatest);
    if (alone || round) add(round ? 21 : 25, text, [=](std::int64_t x) { return x < next; });
  }
}

// Returns whether a failing run, and a right run with a smaller or larger number than any failing one, differ
// in nothing else. Tests choose sizes and shifts together with other numbers, which can be the reason.
bool decides_alone(const std::string& name, const std::vector<run_facts>& runs, std::int64_t least,
                   std::int64_t greatest) {
  std::set<std::map<std::string, std::int64_t>> right, failed;
  for (const run_facts& run : runs) {
    const property value = number_of(run, name.c_str());
    if (!value || (!run.failed && *value >= least && *value <= greatest)) continue;
    auto others = run.numbers;
    others.erase(name);
    (run.failed ? failed : right).insert(others);
  }
  return std::any_of(failed.begin(), failed.end(),
                     [&](const auto& others) { return right.count(others) > 0; });
}

void add_conditions_on(std::vector<condition>& all, const std::string& name,
                       const std::vector<run_facts>& runs) {
  std::set<std::int64_t> right, failed;
  for (const run_facts& run : runs) {
    const property value = number_of(run, name.c_str());
    if (value) (run.failed ? failed : right).insert(*value);
  }
  const bool alone = !failed.empty() && decides_alone(name, runs, *failed.begin(), *failed.rbegin());
  if (!alone && (name == "n" || name == "shift")) return;
  const auto value = [name](const run_facts& r) { return number_of(r, name.c_str()); };
  const auto add = [&](int rank, const std::string& text, auto holds) {
    all.push_back({rank, text,
                   [=](const run_facts& r) { return value(r) ? property(holds(*value(r))) : property(); },
                   rank < 32 ? failed.size() + right.size() : 1});
  };
  add_thresholds(all, name, right, failed, alone);
  if (name == "n") return;  // any other condition on a size would hold by accident
  if (failed.size() == 1) {
    const std::int64_t only = *failed.begin();
    add(30, fmt::format("{} is {}", name, only), [=](std::int64_t x) { return x == only; });
  }
  if (right.size() == 1) {
    const std::int64_t only = *right.begin();
    add(31, fmt::format("{} is not {}", name, only), [=](std::int64_t x) { return x != only; });
  }
  if (failed.size() < 2 || right.size() < 2) return;  // too few to rule out accident
  add(32, name + " is odd", [](std::int64_t x) { return x % 2 != 0; });
  add(32, name + " is even", [](std::int64_t x) { return x % 2 == 0; });
  add(33, name + " is not a multiple of 32", [](std::int64_t x) { return x % kLanesOfWarp != 0; });
  add(33, name + " is a multiple of 32", [](std::int64_t x) { return x % kLanesOfWarp == 0; });
  add(33, name + " is not a power of two", [](std::int64_t x) { return (x & (x - 1)) != 0; });
}

// Properties of the keys. They explain more than the name of the generator, whose keys have many properties
// by accident.
struct input_words {
  const char *holds, *holds_not;  // holds_not: null if it is true of nearly every failing run
  std::optional<bool> input_facts::*value;
};
const input_words kInputWords[] = {
    {"the input is in order before the call", nullptr, &input_facts::in_order},
    {"there are equal keys", "all keys differ", &input_facts::equal_keys},
    {"a digit is the same in all keys, but a higher one is not",
     "all digits below the highest one that varies also vary", &input_facts::idle_pass},
    {"a digit is the same in all keys", "no digit is the same in all keys", &input_facts::idle_digit},
    {"some keys have their highest bit set", "no key has its highest bit set", &input_facts::high_bit},
    {"the largest possible key occurs", "the largest possible key does not occur",
     &input_facts::largest_key}};

void add_inputs(std::vector<condition>& all, const std::vector<run_facts>& runs) {
  for (const input_words& f : kInputWords)
    for (const bool wanted : {true, false})
      if (wanted || f.holds_not != nullptr)
        all.push_back({wanted ? 26 : 27, wanted ? f.holds : f.holds_not,
                       [f, wanted](const run_facts& r) {
                         const std::optional<bool> x = r.input.*f.value;
                         return x ? property(*x == wanted) : property();
                       },
                       1, true});
  std::set<std::string> names;
  for (const run_facts& run : runs) names.insert(run.family);
  if (names.size() < 3) return;
  for (const std::string& name : names) {
    if (name.empty()) continue;
    all.push_back({kByAccident + 1, fmt::format("the input is \"{}\"", name),
                   [name](const run_facts& r) { return property(r.family == name); }, 1, true});
    all.push_back({kByAccident + 2, fmt::format("the input is not \"{}\"", name),
                   [name](const run_facts& r) { return property(r.family != name); }, 1, true});
  }
}

// Returns whether the number is 0 or 1 in all runs; a missing number counts as 0.
bool is_flag(const std::string& name, const std::vector<run_facts>& runs) {
  return std::all_of(runs.begin(), runs.end(), [&](const run_facts& run) {
    const std::int64_t x = number_of(run, name.c_str()).value_or(0);
    return name != "n" && (x == 0 || x == 1);
  });
}

}  // namespace

bool has_no_other_complication(const run_facts& run, const run_facts& than) {
  return std::none_of(std::begin(kFacts), std::end(kFacts), [&](const fact& f) {
    return f.value(run).value_or(0) != 0 && f.value(than).value_or(0) == 0;
  });
}

std::vector<condition> conditions_for(const std::vector<run_facts>& runs) {
  std::vector<condition> all;
  int rank = 0;
  for (const fact& f : kFacts) {
    const auto value = f.value;
    all.push_back({rank, f.holds, value});
    all.push_back({rank + 1, f.holds_not, [value](const run_facts& r) {
                     const property x = value(r);
                     return x ? property(*x == 0) : x;
                   }});
    ++rank;
  }
  std::set<std::string> names;
  for (const run_facts& run : runs)
    for (const auto& [name, value] : run.numbers) names.insert(name);
  for (const std::string& name : names) {
    if (!is_flag(name, runs)) {
      add_conditions_on(all, name, runs);
      continue;
    }
    const auto value = [name](const run_facts& r) { return number_of(r, name.c_str()).value_or(0) != 0; };
    all.push_back({2, name + " is 1", [value](const run_facts& r) { return property(value(r)); }});
    all.push_back({3, name + " is 0", [value](const run_facts& r) { return property(!value(r)); }});
  }
  add_inputs(all, runs);
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.rank < b.rank; });
  return all;
}

}  // namespace verifier
