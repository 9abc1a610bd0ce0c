// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace submission {

struct own_token {
  std::string_view text;  // only the first letter of a string or character literal
  std::size_t line;
};

// Returns why the line cannot be read, or "". Without raw strings no token spans lines, so any misreading
// stays within the line.
std::string add_tokens(std::string_view line, std::size_t number, std::vector<own_token>& tokens);

// Returns whether the token makes a function a device function.
bool is_of_devices(const own_token& token);

struct refusal {
  std::size_t line;  // in the student's file, from 1
  std::string sentence;
  bool if_kernels = false;  // only if the submission has device code
};
// Refuses attributes and built-ins that are not on the lists, assembly except PTX in device code, the host
// processor's instructions, and the simulated device's names.
std::vector<refusal> faults_in(const std::vector<own_token>& tokens);

// The line begins with #. Returns "" if it is a pragma on the list.
std::string fault_of_pragma(std::string_view line);

// Returns the line of an unmatched brace, or 0.
std::size_t unbalanced_in(const std::vector<own_token>& tokens);

}  // namespace submission
