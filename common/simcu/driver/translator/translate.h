// SPDX-License-Identifier: Apache-2.0
// Turns preprocessed CUDA C++ into preprocessed C++ (../README.md has the table).
#pragma once
#include <string>
#include <vector>

namespace translator {

struct result {
  std::string text;                 // meaningless if there are errors
  std::vector<std::string> errors;  // "file:line: error: sentence", in the order of the lines
};

// Text that is not valid C++ is passed on as well as it can be, so that the compiler explains it.
result translate(const std::string& preprocessed);

}  // namespace translator
