// SPDX-License-Identifier: Apache-2.0
// Exercise 8 must give the plain scatter's result and store whole lines with one call each.
#include <algorithm>
#include <string>

#include "digits_calls.h"

namespace {

using namespace verifier;
using namespace lab02;
using std::size_t;

constexpr u32 kLine = 16;  // keys per line
constexpr u32 kBefore = 0xdeadbeef;

// `out` begins after `before_out` elements of its buffer, which must not change.
request by_lines(const named_keys& keys, digit d, size_t before_out) {
  request asked("scatter_by_lines");
  asked.input("keys", keys).in_out("starts", starts_of(counts_of(keys, d.shift, d.bits)));
  if (before_out == 0)
    asked.output<u32>("out", keys.size());
  else
    asked.in_out("out", keys_t(keys.size() + before_out, kBefore));
  return asked.param("before_out", static_cast<std::int64_t>(before_out))
      .param("shift", d.shift)
      .param("bits", d.bits);
}

answer expect_scattered(request asked, const named_keys& keys, digit d, size_t before_out,
                        bool clean = false) {
  const answer a = asked.run();
  if (clean) expect_clean(a);
  const named_keys buffer = a.get<u32>("out"), before(before_out, kBefore);
  const auto out = buffer.begin() + static_cast<std::ptrdiff_t>(before_out);
  const auto written = std::mismatch(before.begin(), before.end(), buffer.begin()).second;
  expect_true(
      written == out,
      "out[-" + std::to_string(out - written) +
          "], an element before `out`, was written. The line of memory in which `out` begins also has " +
          "elements of another array: store only the digit's own keys there.");
  expect_equal(before_out == 0 ? buffer : buffer.part(before_out, keys.size()),
               ordered_by_digit(keys, d.shift, d.bits), "out",
               "A digit's first and last line can also have keys of other digits.");
  expect_equal(a.get<u32>("starts"), inclusive_of(counts_of(keys, d.shift, d.bits)), "starts",
               "Each start must have moved to the place after the last key of its digit.");
  return a;
}

// Counts memory lines with keys of only one digit, if `out` begins `place` elements inside a line.
size_t whole_lines(const named_keys& keys, digit d, u32 place) {
  const keys_t counts = counts_of(keys, d.shift, d.bits), starts = starts_of(counts);
  size_t lines = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    const u32 from = (starts[i] + place + kLine - 1) / kLine, to = (starts[i] + counts[i] + place) / kLine;
    lines += to > from ? to - from : 0;
  }
  return lines;
}

}  // namespace

GRADED_TEST(Lab02, LinesOrderByOneDigit) {
  for (const digit& d : {digit{0, 1}, digit{0, 8}, digit{24, 8}, digit{22, 11}, digit{16, 16}})
    for (const size_t n : {0, 1, 15, 16, 17, 257, 5003}) {
      const auto keys = uniform<u32>(n);
      trial([&] { expect_scattered(by_lines(keys, d, 0), keys, d, 0); });
    }
  for (const family& f : key_families()) {
    const auto keys = f.make(1009);
    trial([&] { expect_scattered(by_lines(keys, {3, 6}, 0), keys, {3, 6}, 0); });
  }
}

GRADED_TEST(Lab02, LinesAreRightWhereverOutBegins) {
  for (size_t before_out = 1; before_out <= kLine; ++before_out)
    for (const size_t n : {5, 1009}) {
      const auto keys = zipf<u32>(n);
      trial([&] { expect_scattered(by_lines(keys, {0, 5}, before_out), keys, {0, 5}, before_out); });
    }
}

GRADED_TEST(Lab02, WholeLinesAreStoredAtOnce) {
  const digit d{0, 4};
  const named_keys many = few_distinct<u32>(4099), one_digit{keys_t(2 * kLine, 7)};
  for (const auto& [keys, before_out] : {std::pair{one_digit, size_t{0}},
                                         {one_digit, size_t{3}},
                                         {many, size_t{0}},
                                         {many, size_t{3}},
                                         {many, size_t{13}}}) {
    const answer a = expect_scattered(by_lines(keys, d, before_out), keys, d, before_out);
    const auto place = static_cast<u32>(a.value("place_in_line"));
    const size_t whole = whole_lines(keys, d, place);
    const auto stored = static_cast<size_t>(a.value("lines"));
    expect_true(stored >= whole,
                "The result is right, but store_line was called " + std::to_string(stored) + " times, and " +
                    std::to_string(whole) +
                    " lines of `out` get keys of only one digit. Store each of these lines with one call." +
                    (keys.size() > 2 * kLine
                         ? ""
                         : " Here all keys have the same digit, and the first goes to place " +
                               std::to_string(place) + " of a line of " + std::to_string(kLine) + "."));
  }
}

GRADED_TEST(Lab02, LinesAreClean) {
  for (const digit& d : {digit{0, 1}, digit{0, 8}, digit{22, 11}, digit{31, 16}})
    for (const size_t n : {0, 1, 17, 500}) {
      const auto keys = uniform<u32>(n);
      expect_scattered(by_lines(keys, d, 0).checked(), keys, d, 0, true);
    }
}
