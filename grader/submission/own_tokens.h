// SPDX-License-Identifier: Apache-2.0
// Tokens of a submission's preprocessed text, and which of them it may not have.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace submission {

struct own_token {
  std::string_view text;  // of a string or character only its first letter
  std::size_t line;
};

// Adds the tokens of one line. Without raw strings no token is longer than its line, so no difference between
// this reading and the compiler's reaches another line. Returns why the line cannot be read; else "".
std::string add_tokens(std::string_view line, std::size_t number, std::vector<own_token>& tokens);

struct refusal {
  std::size_t line;  // in the student's file
  std::string sentence;
};
// Attributes that are not on the list, assembler but PTX in device code, names of the simulated device's own.
std::vector<refusal> faults_in(const std::vector<own_token>& tokens);

// Why a line that begins with # is none that a submission may have; "" if it is a pragma of the list.
std::string fault_of_pragma(std::string_view line);

// The line of a brace that has no partner; 0 if all have one.
std::size_t unbalanced_in(const std::vector<own_token>& tokens);

}  // namespace submission
