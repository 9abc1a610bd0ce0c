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

// Says what finds calls of host functions in device code: nothing, another tool (except for the host
// compiler's builtins), or the translator, as far as the text shows them.
enum class host_calls { allowed, checked_elsewhere, refused, refused_but_constexpr };

// `separate`: as with -rdc=true, other files can use device variables. `checked`: the program is built with
// --check. Invalid C++ is passed on as unchanged as possible, so that the compiler explains it.
result translate(const std::string& preprocessed, host_calls calls = host_calls::checked_elsewhere,
                 bool separate = false, bool checked = false);

}  // namespace translator
