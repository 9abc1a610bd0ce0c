// SPDX-License-Identifier: Apache-2.0
// What separates the runs of an exercise that fail from those that are right.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace verifier {

// What is true of a run's first array; nullopt where nobody has looked, as at a large one.
struct input_facts {
  std::optional<bool> in_order;     // ascending before the call
  std::optional<bool> equal_keys;   // at least two are equal
  std::optional<bool> high_bit;     // some have their highest bit
  std::optional<bool> largest_key;  // some have all bits
};

inline constexpr std::optional<bool> input_facts::*kInputFacts[] = {
    &input_facts::in_order, &input_facts::equal_keys, &input_facts::high_bit, &input_facts::largest_key};

// One run of an exercise, as far as its request says what it was.
struct run_facts {
  std::string exercise;  // "split_tiles"
  std::map<std::string, std::int64_t>
      numbers;         // the request's parameters; and `n`, the elements of its first array
  std::string family;  // "few distinct"; "" of what no generator made
  bool failed = false;
  std::size_t number = 0;  // of the test's trials, from 1 on
  input_facts input = {};
};

// Of `count` elements of a type that protocol messages name.
input_facts look_at_input(const std::string& type, const void* values, std::size_t count);

// "bits = 1, n = 4, few distinct"
std::string described(const run_facts& run);

// The condition of the table, or two of them together, that holds for all runs that failed and describes them
// in the fewest bits, as a sentence: "It fails only where tile > 256: there in all of 2 runs, elsewhere in
// none of 7 runs." "" where so few runs may be separated by luck.
std::string what_separates(const std::vector<run_facts>& runs);

}  // namespace verifier
