// SPDX-License-Identifier: Apache-2.0
// One table of properties for all labs. A property is a number that a run has or has not; a condition
// compares it.
#include "contrast.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <set>

namespace verifier {
namespace {

using property = std::optional<std::int64_t>;
constexpr std::int64_t kWarp = 32, kKeyBits = 32;

property of(const run_facts& run, const char* name) {
  const auto found = run.numbers.find(name);
  return found == run.numbers.end() ? property() : property(found->second);
}

// Of two numbers that the run has.
template <class Function>
property both(const run_facts& run, const char* one, const char* other, Function f) {
  const property a = of(run, one), b = of(run, other);
  return a && b && *b != 0 ? property(f(*a, *b)) : property();
}
// What one block works on: its tile, or where there is no such parameter a key per thread.
property tile_of(const run_facts& run) {
  const property tile = of(run, "tile");
  return tile ? tile : of(run, "block_size");
}

// Facts that are true or false, in the order in which they are preferred: what they are called if they are
// true, and if they are not. Each names the cause of a kind of mistake.
struct fact {
  const char *holds, *holds_not;
  property (*value)(const run_facts&);
};
const fact kFacts[] = {
    {"there is more than one tile", "all keys are in one tile",
     [](const run_facts& r) { return both(r, "n", "tile", [](auto n, auto tile) { return n > tile; }); }},
    {"the last tile is not full (n is not a multiple of tile)", "n is a multiple of tile",
     [](const run_facts& r) {
       return both(r, "n", "tile", [](auto n, auto tile) { return n % tile != 0; });
     }},
    {"a tile has more keys than the block has threads", "a tile has no more keys than the block has threads",
     [](const run_facts& r) {
       return both(r, "tile", "block_size", [](auto tile, auto block) { return tile > block; });
     }},
    {"a tile has fewer keys than the block has threads",
     "a tile has at least as many keys as the block has threads",
     [](const run_facts& r) {
       return both(r, "tile", "block_size", [](auto tile, auto block) { return tile < block; });
     }},
    {"tile is not block_size", "tile is block_size",
     [](const run_facts& r) {
       return both(r, "tile", "block_size", [](auto tile, auto block) { return tile != block; });
     }},
    {"n is not a multiple of block_size", "n is a multiple of block_size",
     [](const run_facts& r) {
       return of(r, "tile") ? property()
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
       const property block = of(r, "block_size");
       return block ? property(*block > kWarp) : property();
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
       const property bits = of(r, "bits");
       return bits && *bits > 0 && !of(r, "shift") ? property(kKeyBits % *bits != 0) : property();
     }},
    {"the number of passes is odd", "the number of passes is even",
     [](const run_facts& r) {
       const property bits = of(r, "bits");
       return bits && *bits > 0 && !of(r, "shift") ? property((kKeyBits + *bits - 1) / *bits % 2)
                                                   : property();
     }},
    {"columns is not 32", "columns is 32",  // a warp's lanes
     [](const run_facts& r) {
       const property columns = of(r, "columns");
       return columns ? property(*columns != kWarp) : columns;
     }},
    {"there are fewer keys than columns", "there are at least as many keys as columns",
     [](const run_facts& r) {
       return both(r, "n", "columns", [](auto n, auto columns) { return n < columns; });
     }},
    {"n is not a multiple of columns", "n is a multiple of columns",
     [](const run_facts& r) {
       return both(r, "n", "columns", [](auto n, auto columns) { return n % columns != 0; });
     }},
    {"shift + bits > 32", "shift + bits is 32 at most",
     [](const run_facts& r) {
       return both(r, "shift", "bits", [](auto shift, auto bits) { return shift + bits > 32; });
     }},
    {"n is not a power of two", "n is a power of two", [](const run_facts& r) {
       const property n = of(r, "n");
       return n ? property((*n & (*n - 1)) != 0) : property();
     }}};

constexpr int kByAccident = 30;  // from this rank on a condition that holds for others, too, says nothing

struct condition {
  int rank;  // the simplest is the lowest
  std::string text;
  std::function<property(const run_facts&)> holds;
};

bool is_round(std::int64_t x) {
  constexpr std::int64_t kLeast = 16;
  return x >= kLeast && (x & (x - 1)) == 0;
}

// "tile > 256": from the least that fails on, or up to the greatest. The bound is named by the value next to
// it that is right, where that is a power of two.
void add_thresholds(std::vector<condition>& all, const std::string& name, const std::set<std::int64_t>& right,
                    const std::set<std::int64_t>& failed) {
  if (failed.empty()) return;
  const bool size = name == "n";
  const auto add = [&](int rank, const std::string& text, auto holds) {
    all.push_back({rank, text, [=](const run_facts& r) {
                     const property x = of(r, name.c_str());
                     return x ? property(holds(*x)) : x;
                   }});
  };
  const std::int64_t least = *failed.begin(), greatest = *failed.rbegin();
  const auto from = right.lower_bound(least), after = right.upper_bound(greatest);
  if (from != right.begin() && !(size && *std::prev(from) < 2)) {  // one key is always in order
    const std::int64_t most = *std::prev(from);
    const bool named = least == most + 1 || is_round(most);
    std::string text = named ? fmt::format("{} > {}", name, most) : fmt::format("{} >= {}", name, least);
    if (least != most + 1)
      text +=
          named ? fmt::format(" (the next one tried: {})", least) : fmt::format(" (right up to {})", most);
    add(is_round(most) || is_round(least) ? 20
        : size                            ? 28
                                          : 24,
        text, [=](std::int64_t x) { return x > most; });
  }
  if (after != right.end()) {
    const std::int64_t next = *after;
    const bool named = next == greatest + 1 || is_round(next);
    std::string text = named ? fmt::format("{} < {}", name, next) : fmt::format("{} <= {}", name, greatest);
    if (next != greatest + 1)
      text += named ? fmt::format(" (the next one tried: {})", greatest)
                    : fmt::format(" (right from {} on)", next);
    add(is_round(next) || is_round(greatest) ? 21 : 25, text, [=](std::int64_t x) { return x < next; });
  }
}

void add_conditions_on(std::vector<condition>& all, const std::string& name,
                       const std::vector<run_facts>& runs) {
  std::set<std::int64_t> right, failed;
  for (const run_facts& run : runs) {
    const property value = of(run, name.c_str());
    if (value) (run.failed ? failed : right).insert(*value);
  }
  const auto value = [name](const run_facts& r) { return of(r, name.c_str()); };
  const auto add = [&](int rank, const std::string& text, auto holds) {
    all.push_back(
        {rank, text, [=](const run_facts& r) { return value(r) ? property(holds(*value(r))) : property(); }});
  };
  add_thresholds(all, name, right, failed);
  if (failed.size() == 1) {
    const std::int64_t only = *failed.begin();
    add(name == "n" ? 34 : 30, fmt::format("{} is {}", name, only),
        [=](std::int64_t x) { return x == only; });
  }
  if (right.size() == 1) {
    const std::int64_t only = *right.begin();
    add(name == "n" ? 35 : 31, fmt::format("{} is not {}", name, only),
        [=](std::int64_t x) { return x != only; });
  }
  if (failed.size() < 2 || right.size() < 2) return;  // not by accident
  add(32, name + " is odd", [](std::int64_t x) { return x % 2 != 0; });
  add(32, name + " is even", [](std::int64_t x) { return x % 2 == 0; });
  add(33, name + " is not a multiple of 32", [](std::int64_t x) { return x % kWarp != 0; });
  add(33, name + " is a multiple of 32", [](std::int64_t x) { return x % kWarp == 0; });
  if (name != "n")
    add(33, name + " is not a power of two", [](std::int64_t x) { return (x & (x - 1)) != 0; });
}

void add_families(std::vector<condition>& all, const std::vector<run_facts>& runs) {
  std::set<std::string> names;
  for (const run_facts& run : runs) names.insert(run.family);
  if (names.size() < 3) return;
  for (const std::string& name : names) {
    if (name.empty()) continue;
    all.push_back({27, fmt::format("the input is \"{}\"", name),
                   [name](const run_facts& r) { return property(r.family == name); }});
    all.push_back({29, fmt::format("the input is not \"{}\"", name),
                   [name](const run_facts& r) { return property(r.family != name); }});
  }
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
  std::set<std::string> names, flags;  // a flag is a number that some requests do not have at all
  for (const run_facts& run : runs)
    for (const auto& [name, value] : run.numbers) names.insert(name);
  for (const std::string& name : names) {
    const auto has = [&](const run_facts& run) { return run.numbers.count(name) > 0; };
    if (std::all_of(runs.begin(), runs.end(), has)) {
      add_conditions_on(all, name, runs);
      continue;
    }
    all.push_back(
        {2, name, [name](const run_facts& r) { return property(of(r, name.c_str()).value_or(0) != 0); }});
    all.push_back({3, "not " + name,
                   [name](const run_facts& r) { return property(of(r, name.c_str()).value_or(0) == 0); }});
  }
  add_families(all, runs);
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.rank < b.rank; });
  return all;
}

// How often a condition holds, of the runs that failed and of the others.
struct tally {
  std::size_t failed = 0, right = 0;
};
std::optional<tally> count(const condition& c, const std::vector<run_facts>& runs) {
  tally seen;
  for (const run_facts& run : runs) {
    const property holds = c.holds(run);
    if (!holds) return std::nullopt;
    if (*holds != 0) ++(run.failed ? seen.failed : seen.right);
  }
  return seen;
}

std::string runs(std::size_t n) { return fmt::format("{} run{}", n, n == 1 ? "" : "s"); }

}  // namespace

std::string described(const run_facts& run) {
  std::string text;
  for (const auto& [name, value] : run.numbers)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  return run.family.empty() ? text : text + ", " + run.family;
}

std::string what_separates(const std::vector<run_facts>& seen) {
  constexpr std::size_t kLeast = 2;  // of either kind: one alone has everything in common with itself
  std::vector<run_facts> all;
  for (const run_facts& run : seen)  // a run without elements says nothing when it is right
    if (run.failed || of(run, "n").value_or(2) > 1) all.push_back(run);
  const auto failed = static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [](const run_facts& run) { return run.failed; }));
  const std::size_t right = all.size() - failed;
  if (failed < kLeast || right < kLeast) return "";
  const std::vector<condition> conditions = conditions_for(all);
  const condition* best = nullptr;  // holds for all that failed, and for the fewest others
  tally of_best;
  int rank = 0;
  std::string alike;  // where several do, each of which may hold by accident
  for (const condition& c : conditions) {
    const std::optional<tally> holds = count(c, all);
    if (!holds || holds->failed != failed) continue;
    if (holds->right == 0 && (alike.empty() || c.rank == rank)) {
      rank = c.rank;
      alike += (alike.empty() ? "" : " and ") + c.text;
      if (c.rank < kByAccident) break;
    }
    if (!alike.empty() || c.rank >= kByAccident || (best != nullptr && holds->right >= of_best.right))
      continue;
    best = &c;
    of_best = *holds;
  }
  if (!alike.empty())
    return fmt::format("It fails only where {}: there in all of {}, elsewhere in none of {}.", alike,
                       runs(failed), runs(right));
  if (best == nullptr || of_best.right > failed || 2 * of_best.right > right ||
      right - of_best.right < kLeast)
    return "";
  return fmt::format("It fails only where {}: there in {} of {}, elsewhere in none of {}.", best->text,
                     failed, runs(failed + of_best.right), runs(right - of_best.right));
}

namespace {

// Where all wrong elements are, in tiles or blocks of an array of the request's n elements.
std::string by_place(const compared_elements& wrong, const run_facts& ran,
                     const std::vector<std::size_t>& at) {
  constexpr std::size_t kFew = 3;
  if (of(ran, "n").value_or(0) != static_cast<std::int64_t>(wrong.size) || at.size() < kFew) return "";
  const property tile = tile_of(ran);
  if (!tile || *tile <= 0) return "";
  const auto length = static_cast<std::size_t>(*tile);
  const char* const name = of(ran, "tile") ? "tile" : "block";
  const std::size_t count = (wrong.size + length - 1) / length;
  std::set<std::size_t> tiles;
  for (const std::size_t i : at) tiles.insert(i / length);
  if (count > 2 && tiles.count(0) == 0 && tiles.size() + 1 == count)
    return fmt::format("The first {} is right; each later one has wrong values.", name);
  const auto within = [&](auto holds) {
    return std::all_of(at.begin(), at.end(), [&](std::size_t i) { return holds(i % length); });
  };
  const std::size_t threads = static_cast<std::size_t>(of(ran, "block_size").value_or(0));
  if (length > threads && threads > 0 && within([&](std::size_t i) { return i >= threads; }))
    return fmt::format(
        "In each tile the first {} places are right, one for each thread: it is wrong where a thread has "
        "more than one key.",
        threads);
  if (length > kWarp && within([](std::size_t i) { return i >= kWarp; }))
    return fmt::format(
        "In each {} the first {} places, those of a warp, are right; all wrong ones come after them.", name,
        kWarp);
  for (const std::size_t odd : {std::size_t{0}, std::size_t{1}})
    if (at.size() > 4 && within([&](std::size_t i) { return i % 2 == odd; }))
      return fmt::format("Only places with {} numbers are wrong.", odd == 0 ? "even" : "odd");
  return "";
}

// What was done to all wrong numbers.
std::string by_value(const compared_elements& wrong, const std::vector<std::size_t>& at) {
  constexpr std::size_t kFew = 2;
  if (!wrong.are_numbers || at.size() < kFew) return "";
  const auto all = [&](auto holds) {
    return std::all_of(at.begin(), at.end(),
                       [&](std::size_t i) { return holds(wrong.got(i), wrong.expected(i)); });
  };
  const std::string which = at.size() == wrong.size ? fmt::format("All {} values are ", at.size())
                                                    : fmt::format("All {} wrong values are ", at.size());
  const std::int64_t by = wrong.got(at[0]) - wrong.expected(at[0]);
  if (all([&](auto got, auto expected) { return got - expected == by; }))
    return which + fmt::format("{} too {}.", by > 0 ? by : -by, by > 0 ? "large" : "small");
  for (const int bits : {8, 16}) {
    const std::int64_t range = std::int64_t{1} << bits;
    if (all([&](auto got, auto expected) { return got == expected % range; }))
      return which +
             fmt::format("what is left of the right ones in {} bits: whole multiples of {} too small.", bits,
                         range);
  }
  const std::int64_t expected = wrong.expected(at[0]),
                     times = expected == 0 ? 0 : wrong.got(at[0]) / expected;
  if (times > 1 && at.size() > kFew && all([&](auto g, auto e) { return g == times * e; }))
    return which + fmt::format("{} times what they should be.", times);
  return "";
}

}  // namespace

std::string what_they_share(const compared_elements& wrong, const run_facts& ran) {
  std::vector<std::size_t> at;
  for (std::size_t i = 0; i < wrong.size; ++i)
    if (wrong.differs(i)) at.push_back(i);
  if (at.empty()) return "";
  const std::string value = by_value(wrong, at);
  return value.empty() ? by_place(wrong, ran, at) : value;
}

}  // namespace verifier
