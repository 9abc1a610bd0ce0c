// SPDX-License-Identifier: Apache-2.0
// Computes the right answers, and describes wrong ones.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <type_traits>

#include "lab_test.h"
#include "last_inputs.h"
#include "oracle_text.h"
#include "session.h"
#include "wrong_elements.h"

namespace verifier {
namespace {

// The order in which the labs sort: ascending, NaN last, -0 and +0 equal.
template <class T>
bool before(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) return (!std::isnan(a) && std::isnan(b)) || a < b;
  return a < b;
}
template <class T>
bool equivalent(T a, T b) {
  return !before(a, b) && !before(b, a);
}
template <class T>
std::uint64_t bits(T value) {
  std::uint64_t word = 0;
  std::memcpy(&word, &value, sizeof value);
  return word;
}
template <class T>
bool same_bits(T a, T b) {
  return bits(a) == bits(b);
}
template <class T>
std::string shown(T value) {
  return fmt::format("{}", value);
}

// Returns the name of a result in messages.
template <class T>
std::string name_of(const keys<T>& got, const std::string& fallback) {
  return got.buffer.empty() ? fallback : got.buffer;
}

// Returns whether each wrong element is too large by its previous content.
template <class T>
bool adds_to_what_was_there(const keys<T>& got, const std::vector<T>& expected) {
  if (!std::is_integral_v<T> || got.before_call == nullptr) return false;
  for (std::size_t i = 0; i < got.size(); ++i) {
    T old;
    std::memcpy(&old, got.before_call.get() + i * sizeof(T), sizeof(T));
    if (got[i] != expected[i] && got[i] != static_cast<T>(expected[i] + old)) return false;
  }
  return true;
}

// Returns whether these are counts, ranks or places, and not keys.
template <class T>
bool are_numbers(const std::vector<T>& expected) {
  constexpr std::int64_t kMost = 1 << 24;
  return std::all_of(expected.begin(), expected.end(), [](T x) {
    return static_cast<std::int64_t>(x) <= kMost && static_cast<std::int64_t>(x) >= 0;
  });
}

// Describes what the wrong elements have in common.
template <class T>
std::string shared_by(const std::vector<T>& got, const std::vector<T>& expected,
                      const std::function<bool(std::size_t)>& differs) {
  compared_elements wrong{got.size(), differs,
                          [&](std::size_t i) { return static_cast<std::int64_t>(got[i]); },
                          [&](std::size_t i) { return static_cast<std::int64_t>(expected[i]); }};
  const auto element = [&](std::size_t i) { return shown(expected[i]); };
  wrong.are_numbers = are_numbers(expected) && !has_an_inputs_elements(expected.size(), element);
  std::size_t first = 0;
  while (first < got.size() && !differs(first)) ++first;
  wrong.are_sums = first < got.size() && !is_in_an_input(shown(expected[first]));
  wrong.leaves_tiles = leaves_tiles(expected.size(), element);
  return what_they_share(wrong, current_session().test().asked);
}

// Describes elements that have been stored too far, in part past the end of the array. If the array and these
// places fill whole warps, padding may have been counted.
template <class T>
std::string stored_too_far(const keys<T>& got, const std::vector<T>& expected,
                           const std::function<bool(std::size_t)>& differs) {
  constexpr std::size_t kLanes = 32;
  const auto& too_far = current_session().test().too_far;
  const std::size_t n = got.size(),
                    by = too_far && !got.buffer.empty() ? too_far(got.buffer, expected.data()) : 0;
  if (by == 0) return "";
  std::size_t first = 0;
  while (first < n && !differs(first)) ++first;
  if (first == n) return "";
  std::string text =
      fmt::format("Each wrong element is {} place{} too far: what belongs at index {} is at index {}.", by,
                  by == 1 ? "" : "s", first, first + by);
  if (n % kLanes != 0 && (n + by) % kLanes == 0)
    text += fmt::format(" {} + {} is {}: does padding count as keys?", n, by, n + by);
  return text;
}

// Adds a row to the table of wrong elements: the content of `result` before the call, or for counts and ranks
// the first other array of its size.
void add_input(comparison& compared, const std::string& result, bool numbers) {
  for (const input_row& row : current_session().test().inputs_of_last) {
    const bool same = row.name == result;
    if (row.size != compared.size || (!same && !numbers) || is_constant(row)) continue;
    compared.input_name = same ? "before" : row.name;
    compared.input = row.element;
    return;
  }
}

// Ends the test with `first`, a description of the wrong elements, and what the test knows about them.
template <class T>
[[noreturn]] void wrong_result(const std::string& first, const keys<T>& got, const std::vector<T>& expected,
                               const std::string& name, const std::function<bool(T, T)>& same,
                               known about = {}) {
  comparison compared;
  compared.name = name;
  compared.size = got.size();
  compared.bytes = sizeof(T);
  compared.differs = [&](std::size_t i) { return !same(got[i], expected[i]); };
  compared.got = [&](std::size_t i) { return shown(got[i]); };
  compared.expected = [&](std::size_t i) { return shown(expected[i]); };
  compared.got_is_zero = [&](std::size_t i) { return got[i] == T{}; };
  if (sizeof(T) >= 4)
    compared.got_is_fresh = [&](std::size_t i) {
      T fresh;
      std::memset(&fresh, 0xa5, sizeof fresh);
      return same_bits(got[i], fresh);
    };
  if (got.before_call != nullptr)
    compared.unwritten = [&](std::size_t i) {
      T old;
      std::memcpy(&old, got.before_call.get() + i * sizeof(T), sizeof(T));
      return same_bits(old, got[i]);
    };
  if constexpr (std::is_integral_v<T>) add_input(compared, got.buffer, are_numbers(expected));
  const differences found = describe_differences(compared);
  judgement result{verdict::wrong, first + found.seen};
  // If nothing was stored, what the stored values mean is beside the point.
  if (!about.rule.empty() && !found.nothing) result.text += "\n" + about.rule;
  if (adds_to_what_was_there<T>(got, expected))
    about.slips.push_back(
        {"added", true,
         "Each wrong element is too large by its previous value. The array can hold anything before the "
         "call: store the results, or clear the whole array first."});
  keep_fitting(about.slips);
  result.slips = std::move(about.slips);
  result.tried = about.tried;
  result.decides = std::move(about.decides);
  result.untouched = found.untouched;
  result.shared = stored_too_far(got, expected, compared.differs);
  if constexpr (std::is_integral_v<T>)
    if (result.shared.empty()) result.shared = shared_by(got, expected, compared.differs);
  result.of_result = true;
  result.map = found.map;
  result.elements = got.size();
  constexpr std::size_t kMostNamed = 1 << 16;
  const auto& inputs = current_session().test().inputs_of_last;
  const auto is_sorted_in_place = [&](const input_row& row) {
    return row.name == got.buffer && !expected.empty() && has(row, shown(expected.front()));
  };
  // If so, an earlier pass may have stored a value elsewhere.
  if (std::is_integral_v<T> && expected.size() <= kMostNamed &&
      std::none_of(inputs.begin(), inputs.end(), is_sorted_in_place))
    current_session().test().belongs = [expected](const std::string& value) {
      const auto is = [&](T x) { return shown(x) == value; };
      const auto first = std::find_if(expected.begin(), expected.end(), is);
      if (first == expected.end() || std::find_if(first + 1, expected.end(), is) != expected.end())
        return std::string();
      return fmt::format("index {}", first - expected.begin());
    };
  const auto& elsewhere = current_session().test().elsewhere;
  const std::string other = elsewhere && !got.buffer.empty()
                                ? elsewhere(got.buffer, expected.data(), expected.size() * sizeof(T))
                                : "";
  if (!other.empty()) {
    result.text = fmt::format("The right result is in `{}`, but it should be in `{}`.\n", other, got.buffer) +
                  result.text;
    result.shared.clear();
    result.slips.clear();
  }
  throw result;
}

void require_size(std::size_t got, std::size_t expected) {
  if (got == expected) return;
  throw judgement{verdict::not_your_code,
                  fmt::format("The test compares {} elements with {}.", got, expected)};
}

// Compares hashes that do not depend on the order, with a new random key per run. Permutations have equal
// hashes; those of other sequences differ, except with probability 2^-64.
template <class Get>
bool same_multiset(std::size_t n, Get got, Get expected) {
  const std::uint64_t key = current_session().test().noise();
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += mix(key, got(i)) - mix(key, expected(i));
  return sum == 0;
}

// Describes the smallest key whose number of occurrences differs: "17 occurs 3 times in the input and once in
// the output".
template <class T>
std::string changed_count(std::vector<T> got, std::vector<T> keys) {
  const auto total = [](T a, T b) { return before(a, b) || (!before(b, a) && bits(a) < bits(b)); };
  std::sort(got.begin(), got.end(), total);
  std::sort(keys.begin(), keys.end(), total);
  std::size_t i = 0;
  while (same_bits(got[i], keys[i])) ++i;
  const T key = total(got[i], keys[i]) ? got[i] : keys[i];
  const auto count = [&](const std::vector<T>& values) {
    const auto [first, last] = std::equal_range(values.begin(), values.end(), key, total);
    return last - first;
  };
  const auto times = [](auto n) {
    return n == 0 ? std::string("0 times") : n == 1 ? std::string("once") : fmt::format("{} times", n);
  };
  return fmt::format("{} occurs {} in the input and {} in the output", shown(key), times(count(keys)),
                     times(count(got)));
}

template <class T>
void require_order(const keys<T>& got, const std::vector<T>& expected, const std::string& name,
                   const known& about = {}) {
  for (std::size_t i = 1; i < got.size(); ++i) {
    if (!before(got[i], got[i - 1])) continue;
    wrong_result<T>(fmt::format("`{}` is not in order: {} at index {} comes after {}.\n", name, shown(got[i]),
                                i, shown(got[i - 1])),
                    got, expected, name, same_bits<T>, about);
  }
}

template <class T>
void require_same_keys(const keys<T>& got, const std::vector<T>& input, const std::vector<T>& expected,
                       const std::string& name, const known& about = {}) {
  const auto at = [](const std::vector<T>& values) {
    return [&values](std::size_t i) { return bits(values[i]); };
  };
  if (same_multiset<std::function<std::uint64_t(std::size_t)>>(got.size(), at(got), at(input))) return;
  wrong_result<T>(fmt::format("`{}` is in order, but does not have the input's keys: {}.\n", name,
                              changed_count<T>(got, input)),
                  got, expected, name, same_bits<T>, about);
}

}  // namespace

template <class T>
const char* type_name() {
  if constexpr (std::is_same_v<T, float>) return "float";
  if constexpr (std::is_same_v<T, double>) return "double";
  constexpr const char* kNames[2][4] = {{"uint8", "uint16", "uint32", "uint64"},
                                        {"int8", "int16", "int32", "int64"}};
  constexpr int kLog = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
  return kNames[std::is_signed_v<T> ? 1 : 0][kLog];
}

void wrong(const std::string& message) { throw judgement{verdict::wrong, message}; }
void not_yet(const std::string& message) { throw judgement{verdict::not_yet, message}; }
void expect_true(bool condition, const std::string& message) {
  if (!condition) wrong(message);
}

template <class T>
void expect_equal(const keys<T>& got, const std::vector<T>& expected, const std::string& what,
                  const known& about) {
  require_size(got.size(), expected.size());
  const auto same = [](T a, T b) { return equivalent(a, b); };
  if (std::equal(got.begin(), got.end(), expected.begin(), same)) return;
  wrong_result<T>("", got, expected, what.empty() ? got.buffer : what, same, about);
}

template <class T>
void expect_sorted_copy(const keys<T>& got, const std::vector<T>& input, const known& about) {
  require_size(got.size(), input.size());
  const bool ordered = std::is_sorted(got.begin(), got.end(), before<T>);
  if (std::is_integral_v<T> &&
      ordered) {  // saves time for large inputs; only the explanation of a wrong answer needs the right one
    const auto at = [](const std::vector<T>& values) {
      return [&values](std::size_t i) { return bits(values[i]); };
    };
    if (same_multiset<std::function<std::uint64_t(std::size_t)>>(got.size(), at(got), at(input))) return;
  }
  std::vector<T> expected = input;
  std::stable_sort(expected.begin(), expected.end(), before<T>);
  if (got.empty() || std::equal(got.begin(), got.end(), expected.begin(), same_bits<T>)) return;
  const std::string name = name_of(got, "the result");
  require_order(got, expected, name, about);
  require_same_keys(got, input, expected, name, about);
  wrong_result<T>(
      fmt::format(
          "`{}` is in order, but equal keys changed order (-0 and +0 are equal, and so are all NaNs).\n",
          name),
      got, expected, name, same_bits<T>, about);
}

void expect_sorted_pairs(const keys<std::uint32_t>& got_keys, const keys<std::uint32_t>& got_values,
                         const std::vector<std::uint32_t>& input, const std::vector<std::uint32_t>& values) {
  using key = std::uint32_t;
  const std::size_t n = input.size();
  require_size(got_keys.size(), n);
  require_size(got_values.size(), n);
  require_size(values.size(), n);
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return input[a] < input[b]; });
  std::vector<key> expected_keys(n), expected_values(n);
  for (std::size_t i = 0; i < n; ++i) {
    expected_keys[i] = input[order[i]];
    expected_values[i] = values[order[i]];
  }
  if (got_keys == expected_keys && got_values == expected_values) return;

  const std::string name = name_of(got_keys, "the keys"), name_of_values = name_of(got_values, "the values");
  require_order(got_keys, expected_keys, name);
  require_same_keys(got_keys, input, expected_keys, name);
  using get = std::function<std::uint64_t(std::size_t)>;
  const get got_pair = [&](std::size_t i) { return std::uint64_t{got_keys[i]} << 32 | got_values[i]; };
  const get pair = [&](std::size_t i) { return std::uint64_t{input[i]} << 32 | values[i]; };
  const auto wrong_values = [&](const std::string& first, const known& about) {
    wrong_result<key>(first, got_values, expected_values, name_of_values, same_bits<key>, about);
  };
  if (!same_multiset(n, got_pair, pair))
    wrong_values(
        fmt::format("`{}` is right, but values are no longer with their keys.\n", name),
        std::vector<slip>{{"unmoved", got_values == values,
                           "The values are where they were before the call. They must move with their keys."},
                          {"keys", got_values == got_keys,
                           "Each value equals its key: a key was stored or loaded in place of a value."}});
  wrong_values("Every value is with its key, but equal keys changed order: the sort is not stable.\n", {});
}

#define VERIFIER_INSTANTIATE(T)                                                                           \
  template const char* type_name<T>();                                                                    \
  template void expect_equal<T>(const keys<T>&, const std::vector<T>&, const std::string&, const known&); \
  template void expect_sorted_copy<T>(const keys<T>&, const std::vector<T>&, const known&);
VERIFIER_INSTANTIATE(std::int8_t)
VERIFIER_INSTANTIATE(std::uint8_t)
VERIFIER_INSTANTIATE(std::int16_t)
VERIFIER_INSTANTIATE(std::uint16_t)
VERIFIER_INSTANTIATE(std::int32_t)
VERIFIER_INSTANTIATE(std::uint32_t)
VERIFIER_INSTANTIATE(std::int64_t)
VERIFIER_INSTANTIATE(std::uint64_t)
VERIFIER_INSTANTIATE(float)
VERIFIER_INSTANTIATE(double)
#undef VERIFIER_INSTANTIATE

}  // namespace verifier
