// SPDX-License-Identifier: Apache-2.0
// Ladders: exercises that consist of small functions, called rungs, which the runner serves as `ladder`. A
// request has the buffers `in` and `out`, the parameter `rung` (the rung's number), and one other parameter.
//
//   const rung kReverse{0, "reverse", [](const words& in, unsigned) { return reversed(in); },
//                       {{[](const words& in, unsigned) { return in; }, "Nothing has moved."}}};
//   GRADED_TEST(Lab09, RungsReverse) { expect_rung(kReverse, 384, {32, 96}); }
#pragma once
#include <initializer_list>
#include <string>
#include <vector>

#include "lab_test.h"

namespace verifier {

struct rung {
  using word = std::uint32_t;
  using words = std::vector<word>;
  using function = words (*)(const words& in, unsigned param);
  struct mistake {
    function gives;
    const char* means;
  };

  int number;
  const char* name;
  function gives;
  std::vector<mistake> mistakes;
  unsigned in_per_out = 1;           // elements of `in` per element of `out`
  const char* param = "block_size";  // the parameter's name
  function prepares = nullptr;       // makes a valid input from any words; null: any words are valid
};

inline request ask(const rung& r, const std::vector<std::uint32_t>& in, unsigned param,
                   const std::string& schedule = "") {
  return request("ladder")
      .param("rung", r.number)
      .param(r.param, param)
      .schedule(schedule)
      .note(r.name)
      .input("in", keys<std::uint32_t>(in))
      .output<std::uint32_t>("out", in.size() / r.in_per_out);
}

inline void expect_results(const rung& r, const answer& a, const std::vector<std::uint32_t>& in,
                           unsigned param) {
  const auto got = a.get<std::uint32_t>("out");
  const rung::words right = r.gives(in, param);
  if (got == right) return;
  std::vector<slip> slips;
  for (const rung::mistake& one : r.mistakes)
    slips.push_back({one.means, got == one.gives(in, param), one.means});
  expect_equal(got, right, std::string("the result of ") + r.name, slips);
}

inline rung::words prepared(const rung& r, const rung::words& in, unsigned param) {
  return r.prepares == nullptr ? in : r.prepares(in, param);
}

// Returns words below 10, whose sums are easy to check by hand.
inline rung::words small_words(std::size_t n) {
  rung::words words = uniform<std::uint32_t>(n);
  for (std::uint32_t& word : words) word %= 10;
  return words;
}

// Expects n results for each parameter, from small, random, few distinct and equal words.
inline void expect_rung(const rung& r, std::size_t n, std::initializer_list<unsigned> params) {
  for (const unsigned param : params)
    for (const rung::words& any : std::initializer_list<rung::words>{
             small_words(n * r.in_per_out), uniform<std::uint32_t>(n * r.in_per_out),
             few_distinct<std::uint32_t>(n * r.in_per_out), all_equal<std::uint32_t>(n * r.in_per_out)}) {
      const rung::words in = prepared(r, any, param);
      trial([&] { expect_results(r, ask(r, in, param).run(), in, param); });
    }
}

// Expects that the checkers find nothing under any schedule.
inline void expect_clean_rung(const rung& r, std::size_t n, unsigned param) {
  const rung::words in = prepared(r, few_distinct<std::uint32_t>(n * r.in_per_out), param);
  for (const char* schedule : {"fifo", "lockstep", "reverse", "random:1"}) {
    const answer a = ask(r, in, param, schedule).checked().run();
    expect_clean(a);
    expect_results(r, a, in, param);
  }
}

}  // namespace verifier
