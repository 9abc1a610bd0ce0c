// SPDX-License-Identifier: Apache-2.0
// The tokens of a submission's preprocessed text, and the rules that forbid some of them.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace submission {

struct own_token {
  std::string_view text;  // for a string or character literal, only its first letter
  std::size_t line;
};

// Adds the tokens of one line. Without raw strings no token spans lines, so any difference between this
// tokenizer and the compiler is limited to the line. Returns why the line cannot be read, or "".
std::string add_tokens(std::string_view line, std::size_t number, std::vector<own_token>& tokens);

// Returns whether the token makes a function a device function.
bool is_of_devices(const own_token& token);

struct refusal {
  std::size_t line;  // in the student's file, from 1
  std::string sentence;
  bool if_kernels = false;  // refused only if the submission has device code
};
// Refuses attributes and compiler built-ins that are not on the lists, inline assembly except PTX in device
// code, the host processor's instructions, and the simulated device's own names.
std::vector<refusal> faults_in(const std::vector<own_token>& tokens);

// Returns why a submission may not have this line, which begins with #; "" if it is a pragma on the list.
std::string fault_of_pragma(std::string_view line);

// Returns the line of an unmatched brace; 0 if all are matched.
std::size_t unbalanced_in(const std::vector<own_token>& tokens);

}  // namespace submission
