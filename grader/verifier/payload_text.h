// SPDX-License-Identifier: Apache-2.0
// The elements of a request's buffer, for messages.
#pragma once
#include <cstddef>
#include <functional>
#include <string>

#include "image.h"

namespace verifier {

// The text of one element. Precondition: the payload has values.
std::string element_of(const payload& buffer, std::size_t i);

// All elements, as in "5 2 7"; "" if they do not fit into a line.
std::string elements_of(const payload& buffer);

// A row of the table of wrong elements: what the call got at each index of its result.
struct input_row {
  std::string name;
  std::size_t size = 0;
  std::function<std::string(std::size_t)> element;
};

}  // namespace verifier
