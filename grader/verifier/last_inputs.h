// SPDX-License-Identifier: Apache-2.0
// Compares values and results with the arrays that the last request was given.
#pragma once
#include <cstddef>
#include <functional>
#include <string>

#include "payload_text.h"

namespace verifier {

bool has(const input_row& row, const std::string& value);

// Returns whether all elements are equal.
bool is_constant(const input_row& row);

// Returns whether some input has this value, as all inputs together have all keys. If inputs are large,
// returns true.
bool is_in_an_input(const std::string& value);

// Returns whether the right result of n elements has an input's elements, so that it consists of keys.
// Returns false for large results, and for the numbers from 0 to n - 1, which can also be ranks.
bool has_an_inputs_elements(std::size_t n, const std::function<std::string(std::size_t)>& result);

// Returns whether the right result of n elements has an input's elements, but in other tiles, so that its
// places are in no tile.
bool leaves_tiles(std::size_t n, const std::function<std::string(std::size_t)>& result);

}  // namespace verifier
