// SPDX-License-Identifier: Apache-2.0
#include "wrong_elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "conditions.h"

namespace verifier {
namespace {

using indices = std::vector<std::size_t>;

std::string places(std::int64_t n) { return fmt::format("{} place{}", n, n == 1 ? "" : "s"); }

// The place of an element of the result: its tile and its position there, or a counter's tile and bin.
struct layout {
  std::size_t keys = 0, tiles = 0, length = 0;  // length is per tile; keys and length are 0 if unknown
  std::size_t bins = 0;  // of a histogram, which is [bin * tiles + tile]; 0 for any other result
  std::size_t tile_of(std::size_t i) const { return bins > 0 ? i % tiles : i / length; }
  std::size_t keys_of(std::size_t tile) const { return std::min(length, keys - tile * length); }
};

std::optional<layout> layout_of(const compared_elements& wrong, const run_facts& ran) {
  constexpr std::int64_t kMostBits = 24;
  const property tile = number_of(ran, "tile"), n = number_of(ran, "n"), bits = number_of(ran, "bits"),
                 tiles = number_of(ran, "tiles");
  layout all;
  if (tile && n && *tile > 0 && *n > 0) {
    all.length = static_cast<std::size_t>(*tile);
    all.keys = static_cast<std::size_t>(*n);
    all.tiles = static_cast<std::size_t>((*n + *tile - 1) / *tile);
    if (wrong.size == all.keys) return wrong.leaves_tiles ? std::nullopt : std::optional<layout>(all);
  } else if (tiles && *tiles > 0) {
    all.tiles = static_cast<std::size_t>(*tiles);
  }
  if (all.tiles == 0 || !bits || *bits < 1 || *bits > kMostBits || wrong.size != all.tiles << *bits)
    return std::nullopt;
  all.bins = std::size_t{1} << *bits;
  return all;
}

std::string by_tile(const layout& all, const indices& at) {
  std::set<std::size_t> tiles;
  for (const std::size_t i : at) tiles.insert(all.tile_of(i));
  const char* const values = all.bins > 0 ? "counters" : "values";
  const std::size_t keys = all.length == 0 ? 0 : all.keys_of(all.tiles - 1);
  if (all.tiles >= 2 && tiles.count(0) == 0 && tiles.size() + 1 == all.tiles &&
      (all.tiles > 2 || keys == all.length))
    return fmt::format("The first tile is right, but {} has wrong {}.",
                       all.tiles > 2 ? "each later one" : "the second", values);
  if (all.tiles < 2 || tiles.size() > 1 || *tiles.begin() + 1 != all.tiles) return "";
  const std::string part =
      keys < all.length ? fmt::format(", which has {} of {} keys,", keys, all.length) : "";
  return fmt::format("Only the last tile{} has wrong {}.", part, values);
}

// Describes which bins are wrong, if the result consists of counters.
std::string by_bin(const compared_elements& wrong, const layout& all, std::size_t threads,
                   const indices& at) {
  const auto bin_of = [&](std::size_t i) { return i / all.tiles; };
  const auto every = [&](auto holds) { return std::all_of(at.begin(), at.end(), holds); };
  const std::size_t first = bin_of(at[0]);  // `at` ascends
  if (threads > 0 && first == threads)
    return fmt::format(
        "Bins 0 to {} are right, one per thread. The wrong bins begin at the threads' second bins.",
        threads - 1);
  const auto has_no_key = [&](std::size_t i) {
    return all.keys > 0 && threads > 0 && bin_of(i) % threads >= all.keys_of(all.tile_of(i));
  };
  std::size_t idle = 0;
  for (std::size_t i = 0; i < all.bins * all.tiles; ++i) idle += has_no_key(i) ? 1 : 0;
  if (at.size() == idle && every(has_no_key)) return "The wrong bins belong to threads without a key.";
  if (all.bins > 2 && first == all.bins - 1) return "Only the last bin is wrong.";
  const auto is_empty = [&](std::size_t i) { return wrong.expected(i) == 0; };
  const auto is_near_empty = [&](std::size_t i) {
    return is_empty(i) || (i >= all.tiles && is_empty(i - all.tiles)) ||
           (i + all.tiles < wrong.size && is_empty(i + all.tiles));
  };
  std::size_t near = 0;
  for (std::size_t i = 0; i < wrong.size; ++i) near += is_near_empty(i) ? 1 : 0;
  return 2 * near < wrong.size && every(is_near_empty)
             ? "Every wrong bin has no keys, or is next to a bin without keys."
             : "";
}

// Describes which positions in a tile are wrong.
std::string by_place_in_tile(const layout& all, std::size_t threads, const indices& at) {
  constexpr std::size_t kFew = 3;
  const auto place = [&](std::size_t i) { return i % all.length; };
  std::size_t first = place(at[0]);
  for (const std::size_t i : at) first = std::min(first, place(i));
  if (at.size() < kFew) return "";
  if (first == threads && threads > 0)
    return fmt::format(
        "In each tile, the first {} places are right, one per thread. The wrong keys begin at the threads' "
        "second keys.",
        threads);
  if (first == kLanesOfWarp)
    return fmt::format(
        "In each tile, the first {} places, which are the first warp's, are right. All wrong places come "
        "after them.",
        kLanesOfWarp);
  if (threads > 0 && first > 0 && first % threads == 0 && all.length - first < threads &&
      std::all_of(at.begin(), at.end(), [&](std::size_t i) { return place(i) >= first; }))
    return fmt::format(
        "In each tile, the first {} places are right, {} per thread, and all others are wrong.", first,
        first / threads);
  return "";
}

// Describes the error that all wrong numbers have in common.
std::string by_value(const compared_elements& wrong, std::size_t threads, const indices& at) {
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
      return which + fmt::format(
                         "the right ones truncated to {} bits, so they are too small by a multiple of "
                         "{}.",
                         bits, range);
  }
  const std::int64_t expected = wrong.expected(at[0]),
                     times = expected == 0 ? 0 : wrong.got(at[0]) / expected;
  if (times > 1 && at.size() > kFew && all([&](auto g, auto e) { return g == times * e; }))
    return which + fmt::format("{} times the right value{}.", times,
                               static_cast<std::size_t>(times) == threads
                                   ? ", and a block has that many threads"
                                   : "");
  return "";
}

// Says whether all wrong values are too large or all too small, in which case elements are counted too often
// or not at all.
std::string by_direction(const compared_elements& wrong, const indices& at) {
  constexpr std::size_t kFew = 5;
  if (!wrong.are_numbers || at.size() < kFew) return "";
  const auto error = [&](std::size_t i) { return wrong.got(i) - wrong.expected(i); };
  const auto [least, most] = std::minmax_element(
      at.begin(), at.end(), [&](std::size_t a, std::size_t b) { return error(a) < error(b); });
  constexpr std::int64_t kMost = 1 << 16;  // larger errors come from unwritten values
  if ((error(*least) < 0 && error(*most) > 0) || error(*least) < -kMost || error(*most) > kMost) return "";
  const auto [a, b] = std::minmax({std::abs(error(*least)), std::abs(error(*most))});
  return fmt::format("No wrong value is too {}: each is {} to {} too {}.",
                     error(*most) > 0 ? "small" : "large", a, b, error(*most) > 0 ? "large" : "small");
}

std::string too_early(const char* which, std::size_t is, std::size_t belongs) {
  const auto by = static_cast<std::int64_t>(belongs) - static_cast<std::int64_t>(is);
  return fmt::format("{} is {} too {}: for example, the one for index {} is at {}.", which,
                     places(by > 0 ? by : -by), by > 0 ? "early" : "late", belongs, is);
}

// A key's index, and the distance to its right place.
using moved_keys = std::vector<std::pair<std::size_t, std::size_t>>;

// If keys are counted several times, their places are as many times too far apart, and there are gaps.
std::string by_distance_of_keys(const moved_keys& moved) {
  constexpr std::size_t kFew = 4, kMost = 8;
  if (moved.size() < kFew) return "";
  const auto right = [&](std::size_t k) { return moved[k].first + moved[k].second; };
  const std::size_t by = right(1) - right(0), is = moved[1].first - moved[0].first;
  const std::size_t times = by == 0 || is % by != 0 ? 0 : is / by;
  if (times < 2 || times > kMost) return "";
  for (std::size_t k = 1; k < moved.size(); ++k)
    if (moved[k].first - moved[0].first != times * (right(k) - right(0))) return "";
  return fmt::format(
      "Wrong keys are {} times too far apart: for example, those for index {} and {} are at {} and {}.",
      times, right(0), right(1), moved[0].first, moved[1].first);
}

// Describes how keys have moved, if all have moved by the same distance or groups of keys moved together. A
// key that occurs once has a known place.
std::string by_shift_of_keys(const compared_elements& wrong, const indices& at) {
  constexpr std::size_t kFew = 2, kMostInStretch = 64;
  std::unordered_map<std::int64_t, std::size_t> belongs, times;
  for (std::size_t i = 0; i < wrong.size; ++i) belongs[wrong.expected(i)] = i, ++times[wrong.expected(i)];
  moved_keys moved;
  for (const std::size_t i : at)
    if (const auto place = belongs.find(wrong.got(i)); place != belongs.end() && times[wrong.got(i)] == 1)
      moved.emplace_back(i, place->second - i);
  if (moved.size() < kFew) return "";
  const auto [first, shift] = moved.front();
  if (const std::string apart = by_distance_of_keys(moved); !apart.empty()) return apart;
  if (2 * moved.size() < at.size()) return "";
  if (std::all_of(moved.begin(), moved.end(), [by = shift](const auto& m) { return m.second == by; }))
    return too_early("Each wrong key", first, first + shift);
  std::size_t stretch = 1;
  const auto move_as_one = [&](std::size_t length) {
    std::size_t together = 0;
    for (std::size_t k = 1; k < moved.size(); ++k) {
      if (moved[k].first / length != moved[k - 1].first / length) continue;
      if (moved[k].second != moved[k - 1].second) return false;
      ++together;
    }
    return 2 * together >= moved.size();
  };
  while (stretch < kMostInStretch && move_as_one(2 * stretch)) stretch *= 2;
  if (stretch == 1 || moved.size() < kFew * stretch) return "";
  return fmt::format(
      "Groups of {} keys are intact, but in the wrong places: for example, the key for index {} is at {}.",
      stretch, first + shift, first);
}

// Like the function above, for numbers among zeros, if every missing number is at another index.
std::string by_shift_of_numbers(const compared_elements& wrong, const indices& at) {
  indices missing, there;
  for (const std::size_t i : at)
    if (wrong.got(i) == 0 || wrong.expected(i) == 0) (wrong.got(i) == 0 ? missing : there).push_back(i);
  constexpr std::size_t kFew = 3;
  if (missing.size() < kFew || missing.size() != there.size() || 2 * missing.size() != at.size()) return "";
  for (std::size_t k = 0; k < missing.size(); ++k)
    if (wrong.expected(missing[k]) != wrong.got(there[k]) || missing[k] - there[k] != missing[0] - there[0])
      return "";
  return too_early("Each wrong value", there[0], missing[0]);
}

std::string by_shift(const compared_elements& wrong, bool counters, const indices& at) {
  constexpr std::size_t kMost = 1 << 16;
  if (wrong.size > kMost || counters) return "";
  return wrong.are_numbers ? by_shift_of_numbers(wrong, at) : by_shift_of_keys(wrong, at);
}

// Says where the key is that belongs at the first wrong index.
std::string by_first_key(const compared_elements& wrong, const indices& at) {
  if (wrong.are_numbers || wrong.are_sums) return "";
  const std::int64_t key = wrong.expected(at[0]);
  std::vector<std::size_t> there;
  for (std::size_t i = 0; i < wrong.size && there.size() < 2; ++i)
    if (wrong.got(i) == key) there.push_back(i);
  const std::int64_t instead = wrong.got(at[0]);
  std::size_t times = 0, copies = 0, once = 0;
  for (std::size_t i = 0; i < wrong.size; ++i) {
    times += wrong.expected(i) == key ? 1 : 0;
    copies += wrong.got(i) == instead ? 1 : 0;
    once += wrong.expected(i) == instead ? 1 : 0;
  }
  if (times > 1) return "";
  if (there.empty())
    return fmt::format("{}, which belongs at index {}, is nowhere in the result{}.", key, at[0],
                       once == 1 && copies > 1
                           ? fmt::format(", but {} is there {} times instead of once", instead, copies)
                           : "");
  return there.size() > 1 ? "" : fmt::format("What belongs at index {} is at index {}.", at[0], there[0]);
}

// Sums that lack one addend, or have one too many, are wrong by the same amount in all elements of a warp, a
// block or a tile. So the error changes only at multiples of its size.
std::string by_stretch(const compared_elements& wrong, const run_facts& ran) {
  constexpr std::size_t kFew = 2;
  std::size_t length = 0, wrong_stretches = 0;
  std::uint32_t error = 0;
  for (std::size_t i = 0; i < wrong.size; ++i) {
    const auto here = static_cast<std::uint32_t>(wrong.got(i) - wrong.expected(i));  // sums wrap
    if (here == error) continue;
    length = std::gcd(length, i);
    wrong_stretches += here != 0 ? 1 : 0;
    error = here;
  }
  if (length < static_cast<std::size_t>(kLanesOfWarp) || wrong_stretches < kFew) return "";
  const auto is = [&](const char* name) {
    return static_cast<std::size_t>(number_of(ran, name).value_or(0)) == length;
  };
  return fmt::format(
      "In each {} of {} places, either all values are right, or all are wrong by the same amount.",
      is("tile")                            ? "tile"
      : is("block_size")                    ? "block"
      : length == std::size_t{kLanesOfWarp} ? "warp"
                                            : "stretch",
      length);
}

// Describes keys that are in the right places for their digit, but in the wrong order.
std::string by_order_in_digit(const compared_elements& wrong, const run_facts& ran, const indices& at) {
  constexpr std::int64_t kMostBits = 24;
  const property shift = number_of(ran, "shift"), bits = number_of(ran, "bits"),
                 tile = number_of(ran, "tile");
  if (wrong.are_numbers || !shift || !bits || *bits < 1 || *bits > kMostBits) return "";
  const auto digit = [&](std::int64_t key) { return key >> *shift & ((std::int64_t{1} << *bits) - 1); };
  if (!std::all_of(at.begin(), at.end(),
                   [&](std::size_t i) { return digit(wrong.got(i)) == digit(wrong.expected(i)); }))
    return "";
  bool reversed = true;
  const std::size_t length =
      tile && *tile > 0 && !wrong.leaves_tiles ? static_cast<std::size_t>(*tile) : wrong.size;
  for (std::size_t begin = 0, end = 0; begin < wrong.size; begin = end) {
    std::vector<std::int64_t> got, expected;
    for (; end < wrong.size && end / length == begin / length &&
           digit(wrong.expected(end)) == digit(wrong.expected(begin));
         ++end)
      got.push_back(wrong.got(end)), expected.push_back(wrong.expected(end));
    reversed = reversed && std::equal(got.rbegin(), got.rend(), expected.begin());
    std::sort(got.begin(), got.end());
    std::sort(expected.begin(), expected.end());
    if (got != expected) return "";
  }
  return fmt::format(
      "Each place has a key with the right digit, but keys with the same digit {}, so the sort is not "
      "stable.",
      reversed ? "are in reverse order" : "have changed order");
}

// Compares the sum of all counters with the number of keys.
std::string by_sum(const compared_elements& wrong, const run_facts& ran) {
  constexpr std::int64_t kMost = 1 << 16;
  const property n = number_of(ran, "n");
  if (!wrong.are_numbers || !n || *n == 0 || wrong.size == static_cast<std::size_t>(*n)) return "";
  std::int64_t got = 0, expected = 0;
  for (std::size_t i = 0; i < wrong.size; ++i) {
    if (wrong.got(i) > kMost) return "";
    got += wrong.got(i);
    expected += wrong.expected(i);
  }
  const std::string keys = fmt::format("{} key{}", *n, *n == 1 ? "" : "s");
  if (expected != *n) return "";
  if (got == *n) return "The counters add up to the right number of keys.";
  return fmt::format("The counters add up to {}, but there {} {}.", got, *n == 1 ? "is" : "are", keys);
}

}  // namespace

std::string what_they_share(const compared_elements& wrong, const run_facts& ran) {
  indices at;
  for (std::size_t i = 0; i < wrong.size; ++i)
    if (wrong.differs(i)) at.push_back(i);
  if (at.empty()) return "";
  const std::optional<layout> all = layout_of(wrong, ran);
  const auto threads = static_cast<std::size_t>(number_of(ran, "block_size").value_or(0));
  std::string text = by_value(wrong, threads, at);
  if (text.empty()) text = by_order_in_digit(wrong, ran, at);
  if (text.empty()) text = by_stretch(wrong, ran);
  if (text.empty()) text = by_shift(wrong, all && all->bins > 0, at);
  if (text.empty() && all) text = by_tile(*all, at);
  if (text.empty() && all)
    text = all->bins > 0 ? by_bin(wrong, *all, threads, at) : by_place_in_tile(*all, threads, at);
  if (text.empty()) text = by_direction(wrong, at);
  if (text.empty()) text = by_first_key(wrong, at);
  const std::string sum = by_sum(wrong, ran);
  return text.empty() || sum.empty() ? text + sum : text + " " + sum;
}

}  // namespace verifier
