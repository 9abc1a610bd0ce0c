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

// What finds calls of host functions in device code: nothing, another tool (except for the host compiler's
// builtins), or the translator, as far as the text shows them.
enum class host_calls { allowed, checked_elsewhere, refused, refused_but_constexpr };

// `separate` means -rdc=true: other files can use device variables. `checked` means --check. Invalid C++ is
// passed on nearly unchanged, so that the compiler explains it.
result translate(const std::string& preprocessed, host_calls calls = host_calls::checked_elsewhere,
                 bool separate = false, bool checked = false);

}  // namespace translator
