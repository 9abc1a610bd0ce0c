// SPDX-License-Identifier: Apache-2.0
// Finds what distinguishes the failing runs of an exercise from the right ones.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace verifier {

// Properties of a run's first array; nullopt if they were not determined, as for a large array.
struct input_facts {
  std::optional<bool> in_order;     // in ascending order before the call
  std::optional<bool> equal_keys;   // at least two are equal
  std::optional<bool> high_bit;     // the highest bit is set in some keys
  std::optional<bool> largest_key;  // all bits are set in some keys
  std::optional<bool> idle_pass;    // by digits: one is the same in all keys, a higher one isn't
};

inline constexpr std::optional<bool> input_facts::*kInputFacts[] = {
    &input_facts::in_order, &input_facts::equal_keys, &input_facts::high_bit, &input_facts::largest_key,
    &input_facts::idle_pass};

// One run of an exercise, as its request describes it.
struct run_facts {
  std::string exercise;  // "split_tiles"
  std::map<std::string, std::int64_t>
      numbers;         // the request's parameters; and `n`, the elements of its first array
  std::string family;  // "few distinct"; "" if no generator made the input
  bool failed = false;
  std::size_t number = 0;  // counts the test's trials, from 1
  input_facts input = {};
  std::optional<std::size_t> first_wrong = {};  // the index of the first wrong element
};

// The facts for `count` elements; `type` is one of the type names in protocol messages. `bits`: of a digit; 0
// if the keys are not sorted by digits.
input_facts look_at_input(const std::string& type, const void* values, std::size_t count, int bits = 0);

// "bits = 1, n = 4, few distinct"
std::string described(const run_facts& run);

// Describes the failed runs by one condition of the table, or by two together, in the fewest bits. Returns a
// sentence: "It fails only where tile > 256: there in all of 2 runs, elsewhere in none of 7 runs." Returns ""
// if there are so few runs that luck may have separated them.
std::string what_separates(const std::vector<run_facts>& runs);

// "In all 45 runs that fail the first wrong element has index 32.", or "".
std::string where_all_begin(const std::vector<run_facts>& runs);

}  // namespace verifier
