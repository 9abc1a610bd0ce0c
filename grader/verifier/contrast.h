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

// Properties of a run's first array; nullopt if not determined, for example because the array is large.
struct input_facts {
  std::optional<bool> in_order;     // ascending before the call
  std::optional<bool> equal_keys;   // at least two are equal
  std::optional<bool> high_bit;     // the highest bit is set in some keys
  std::optional<bool> largest_key;  // all bits are set in some keys
  std::optional<bool> idle_digit;   // all keys have the same digit at one position
  std::optional<bool> idle_pass;    // the same, but they differ at a higher position
};

inline constexpr std::optional<bool> input_facts::*kInputFacts[] = {
    &input_facts::in_order,    &input_facts::equal_keys, &input_facts::high_bit,
    &input_facts::largest_key, &input_facts::idle_digit, &input_facts::idle_pass};

// One run of an exercise, described by its request.
struct run_facts {
  std::string exercise;  // "split_tiles"
  std::map<std::string, std::int64_t>
      numbers;         // the request's parameters, and `n`: the size of its first array
  std::string family;  // "few distinct"; "" if no generator made the input
  bool failed = false;
  std::size_t number = 0;  // the number of the trial in its test, from 1
  input_facts input = {};
  std::optional<std::size_t> first_wrong = {};  // the index of the first wrong element
};

// Determines the facts for `count` elements; `type` is a type name of the protocol. `bits` is the digit size,
// or 0 if the keys are not sorted by digits.
input_facts look_at_input(const std::string& type, const void* values, std::size_t count, int bits = 0);

// "bits = 1, n = 4, few distinct"
std::string described(const run_facts& run);

// Describes the failed runs by one condition of the table, or by two, whichever takes the fewest bits.
// Returns a sentence: "It fails only where tile > 256: in all of 2 runs there, and in none of 7 runs
// elsewhere." Returns "" if there are so few runs that chance can explain the difference.
std::string what_separates(const std::vector<run_facts>& runs);

// "In all 45 failing runs, the first wrong element has index 32.", or "".
std::string where_all_begin(const std::vector<run_facts>& runs);

}  // namespace verifier
