// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string>
#include <vector>

#include "keys_model.h"
#include "lab_test.h"

namespace {

using namespace verifier;
using namespace lab02;
using std::size_t;

template <class Key>
const char* suffix() {
  if (std::is_same_v<Key, float>) return "f32";
  if (std::is_same_v<Key, double>) return "f64";
  if (std::is_same_v<Key, std::int32_t>) return "i32";
  return std::is_signed_v<Key> ? "i64" : "u64";
}

template <class Key>
std::vector<word_of<Key>> bits_of(const std::vector<Key>& keys) {
  std::vector<word_of<Key>> bits;
  for (const Key key : keys) bits.push_back(same_bits<word_of<Key>>(key));
  return bits;
}

// Keys with arbitrary bits, such as infinities, NaNs and denormals.
template <class Key>
std::vector<Key> random_keys(size_t n) {
  std::vector<Key> keys;
  const std::vector<std::uint32_t> high = uniform<std::uint32_t>(n), low = uniform<std::uint32_t>(n);
  for (size_t i = 0; i < n; ++i)
    keys.push_back(same_bits<Key>(static_cast<word_of<Key>>(std::uint64_t{high[i]} << 32 | low[i])));
  return keys;
}

template <class Key>
std::string name_of(Key key) {
  const bool negative =
      std::is_floating_point_v<Key> && (same_bits<word_of<Key>>(key) >> (8 * sizeof(Key) - 1)) != 0;
  if (is_nan(key)) return negative ? "a NaN with its sign bit set" : "NaN";
  return fmt::format("{}", key);
}

std::string bytes_of(std::uint64_t word, size_t size) { return fmt::format("{:#0{}x}", word, 2 * size + 2); }

template <class Key>
request words(const std::vector<Key>& keys) {
  return request(std::string("words_") + suffix<Key>())
      .input("keys", keys)
      .template output<word_of<Key>>("words", keys.size())
      .template output<Key>("back", keys.size());
}

template <class Key>
std::string why_out_of_order(Key before, Key after) {
  if (is_nan(after))
    return "NaNs come after all other keys, including +infinity, even if their sign bit is set. As an "
           "unsigned number, a NaN with its sign bit set is greater than any negative number.";
  if (!std::is_floating_point_v<Key>)
    return "A negative number has its highest bit set, so it is large as an unsigned number. Flip that bit.";
  if (before < 0 && after < 0)
    return "If two numbers are negative, the smaller one is greater as an unsigned number: flip all their "
           "bits.";
  return "A floating-point number has a sign and a magnitude. Numbers whose sign bit is clear must come "
         "after all numbers whose sign bit is set, in the order of their bits.";
}

template <class Key>
void expect_ascending_words(const std::vector<Key>& keys) {
  const answer a = words(keys).run();
  const auto w = a.template get<word_of<Key>>("words");
  for (size_t i = 1; i < keys.size(); ++i) {
    if (is_nan(keys[i - 1]) && is_nan(keys[i])) continue;
    // NaN must come after the largest number, and there can be several NaNs.
    if (key_before(keys[i - 1], keys[i]) ? w[i - 1] < w[i] : w[i - 1] == w[i]) continue;
    wrong(fmt::format("{} comes before {}, but their words are {} and {}.\n{}", name_of(keys[i - 1]),
                      name_of(keys[i]), bytes_of(w[i - 1], sizeof(Key)), bytes_of(w[i], sizeof(Key)),
                      why_out_of_order(keys[i - 1], keys[i])));
  }
  for (size_t i = 0; i < keys.size(); ++i)
    for (size_t j = 0; j < i && is_nan(keys[i]); ++j)
      if (!is_nan(keys[j]) && w[j] >= w[i])
        wrong(fmt::format("{} comes before {}, but their words are {} and {}.\n{}", name_of(keys[j]),
                          name_of(keys[i]), bytes_of(w[j], sizeof(Key)), bytes_of(w[i], sizeof(Key)),
                          why_out_of_order(keys[j], keys[i])));
}

template <class Key>
void expect_words_of(size_t random) {
  expect_ascending_words(corner_keys<Key>());
  expect_ascending_words(ordered_keys(random_keys<Key>(random)));
}

template <class Key>
void expect_same_keys_back(size_t random) {
  std::vector<Key> keys = corner_keys<Key>();
  const std::vector<Key> more = random_keys<Key>(random);
  keys.insert(keys.end(), more.begin(), more.end());
  const answer a = words(keys).run();
  const auto back = a.template get<Key>("back");
  const auto w = a.template get<word_of<Key>>("words");
  for (size_t i = 0; i < keys.size(); ++i)
    if (bits_of(std::vector{back[i]}) != bits_of(std::vector{keys[i]}))
      wrong(fmt::format(
          "{}, whose bits are {}, has the word {}, and from_word turns that into {}, {}.\nto_word must not "
          "lose any bit, even of -0.0 and NaN, and from_word must undo its steps in reverse order.",
          name_of(keys[i]), bytes_of(same_bits<word_of<Key>>(keys[i]), sizeof(Key)),
          bytes_of(w[i], sizeof(Key)), name_of(back[i]),
          bytes_of(same_bits<word_of<Key>>(back[i]), sizeof(Key))));
}

template <class Key>
request sort_keys(const std::vector<Key>& keys, int bits) {
  return request(std::string("sort_keys_") + suffix<Key>()).in_out("keys", keys).param("bits", bits);
}

template <class Key>
void expect_sorted_keys(const answer& a, const std::vector<Key>& keys, int bits) {
  std::vector<Key> got = a.template get<Key>("keys");
  const std::vector<Key> expected = ordered_keys(keys);
  const auto first_nan = std::find_if(expected.begin(), expected.end(), is_nan<Key>) - expected.begin();
  std::sort(got.begin() + first_nan, got.end(), [](Key x, Key y) {  // NaNs can be in any order
    return is_nan(x) && is_nan(y) ? same_bits<word_of<Key>>(x) < same_bits<word_of<Key>>(y)
                                  : key_before(x, y);
  });
  const auto bits_expected = bits_of(expected), bits_got = bits_of(got);
  if (bits_got == bits_expected) return;
  const size_t at = static_cast<size_t>(
      std::mismatch(bits_got.begin(), bits_got.end(), bits_expected.begin()).first - bits_got.begin());
  std::string meaning = fmt::format(
      "All keys are there, but not in order. Digits of {} bit{} make {} passes.", bits, bits == 1 ? "" : "s",
      (8 * sizeof(Key) + static_cast<size_t>(bits) - 1) / static_cast<size_t>(bits));
  constexpr size_t kTelling = 64;  // fewer keys can be in some order by chance
  if (sizeof(Key) == 8 && keys.size() >= kTelling && std::is_sorted(got.begin(), got.end(), [](Key x, Key y) {
        return static_cast<std::uint32_t>(same_bits<word_of<Key>>(x)) <
               static_cast<std::uint32_t>(same_bits<word_of<Key>>(y));
      }))
    meaning = "The keys are in order of their lowest 32 bits only, but a 64-bit word has more digits.";
  else if (bits_of(ordered_keys(got)) != bits_expected)
    meaning = "Some of these keys aren't in the input.";
  wrong(fmt::format("keys[{}] is {} ({}), expected {} ({}).\n{}", at, name_of(got[at]),
                    bytes_of(bits_got[at], sizeof(Key)), name_of(expected[at]),
                    bytes_of(bits_expected[at], sizeof(Key)), meaning));
}

template <class Key>
void expect_sorts(const std::vector<Key>& keys, const std::vector<int>& widths) {
  for (const int bits : widths) {
    trial([&] { expect_sorted_keys(sort_keys(keys, bits).timeout(20).run(), keys, bits); });
  }
}

// A few distinct keys, each of them many times, in random order.
template <class Key>
std::vector<Key> shuffled_corners(size_t n) {
  const std::vector<Key> corners = corner_keys<Key>();
  std::vector<Key> keys;
  for (const std::uint32_t draw : uniform<std::uint32_t>(n)) keys.push_back(corners[draw % corners.size()]);
  return keys;
}

}  // namespace

GRADED_TEST(Lab02, WordsOfSignedNumbersAscend) {
  expect_words_of<std::int32_t>(2000);
  expect_words_of<std::int64_t>(2000);
  expect_words_of<std::uint64_t>(2000);
}

GRADED_TEST(Lab02, WordsOfFloatingPointAscend) {
  expect_words_of<float>(2000);
  expect_words_of<double>(2000);
}

GRADED_TEST(Lab02, WordsTurnBackIntoTheirKeys) {
  expect_same_keys_back<std::int32_t>(500);
  expect_same_keys_back<std::int64_t>(500);
  expect_same_keys_back<std::uint64_t>(500);
  expect_same_keys_back<float>(2000);
  expect_same_keys_back<double>(2000);
}

GRADED_TEST(Lab02, KeysOf64BitsAreSortedByAllOfThem) {
  std::vector<std::uint64_t> high;
  for (const std::uint32_t draw : uniform<std::uint32_t>(1500)) high.push_back(std::uint64_t{draw} << 32 | 5);
  expect_sorts(high, {8, 11});
  for (const size_t n : {0, 1, 2, 2003}) expect_sorts(random_keys<std::uint64_t>(n), {1, 5, 8, 11, 16});
  for (const int bits : {0, 17}) sort_keys(std::vector<std::uint64_t>{2, 1}, bits).run_refused("bits");
  request("sort_keys_u64").param("bits", 8).param("n", 2).null_buffer("keys").run_refused("keys");
}

GRADED_TEST(Lab02, SignedAndFloatingPointKeysAreSorted) {
  const std::vector<int> widths{3, 8, 11, 16};
  for (const size_t n : {1, 2, 1201}) {
    expect_sorts(random_keys<std::int32_t>(n), widths);
    expect_sorts(random_keys<std::int64_t>(n), widths);
    expect_sorts(random_keys<float>(n), widths);
    expect_sorts(random_keys<double>(n), widths);
  }
  expect_sorts(shuffled_corners<std::int32_t>(900), widths);
  expect_sorts(shuffled_corners<std::int64_t>(900), widths);
  expect_sorts(shuffled_corners<float>(900), widths);
  expect_sorts(shuffled_corners<double>(900), widths);
}

GRADED_TEST(Lab02, OtherKeysAreClean) {
  const auto expect = [](const auto& keys) {
    const answer w = words(keys).checked().run();
    expect_clean(w);
    for (const int bits : {1, 8, 11, 16}) {
      const answer a = sort_keys(keys, bits).checked().run();
      expect_clean(a);
      expect_sorted_keys(a, keys, bits);
    }
  };
  for (const size_t n : {0, 1, 300}) {
    expect(random_keys<std::int32_t>(n));
    expect(shuffled_corners<std::int64_t>(n));
    expect(random_keys<std::uint64_t>(n));
    expect(shuffled_corners<float>(n));
    expect(shuffled_corners<double>(n));
  }
}
