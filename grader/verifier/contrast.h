// SPDX-License-Identifier: Apache-2.0
// What separates the runs of an exercise that fail from those that are right.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace verifier {

// One run of an exercise, as far as its request says what it was.
struct run_facts {
  std::string exercise;  // "split_tiles"
  std::map<std::string, std::int64_t>
      numbers;         // the request's parameters; and `n`, the elements of its first array
  std::string family;  // "few distinct"; "" of what no generator made
  bool failed = false;
  std::size_t number = 0;  // of the test's trials, from 1 on
};

// "bits = 1, n = 4, few distinct"
std::string described(const run_facts& run);

// The simplest condition of the table that holds for the runs that failed and for no other, as a sentence:
// "Fails only where tile > 256 (2 of 9 runs; …)." Where none separates them, one that holds for all that
// failed and for few others.
// "" if there are too few runs of either kind, or nothing is found.
std::string what_separates(const std::vector<run_facts>& runs);

// What the wrong elements of one result have in common, seen only through functions, as in oracle_text.h.
struct compared_elements {
  std::size_t size = 0;
  std::function<bool(std::size_t)> differs;
  std::function<std::int64_t(std::size_t)> got, expected;
  bool are_numbers =
      false;  // counts, ranks, places: a difference means something; not so of keys that were moved
};

// "All 5 wrong values are 256 too small.", "The first tile is right, later ones are not."; "" if there is no
// such thing. `ran`: its tile, block_size and n name the places.
std::string what_they_share(const compared_elements& wrong, const run_facts& ran);

}  // namespace verifier
