// SPDX-License-Identifier: Apache-2.0
#include "own_arrays.h"

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>

namespace verifier {
namespace {

using code_lines = std::vector<std::string>;

constexpr std::size_t kLongestLine = 300;  // in characters; declarations are shorter

// A function's name, such as "scan_kernel" for "__global__ void __launch_bounds__(1024) scan_kernel(int n) {"
std::string name_in(const std::string& head) {
  static const std::regex before_arguments(R"(\b(?!__)(\w+)\()");
  std::smatch name;
  return std::regex_search(head, name, before_arguments) ? name[1].str() : "";
}

// "threadIdx" and the names of variables that are computed from it.
std::set<std::string> thread_numbers(const code_lines& body) {
  static const std::regex made(R"(\b(\w+) ?= ?[^;={}]*\bthreadIdx\b)");
  std::set<std::string> names{"threadIdx"};
  for (const std::string& line : body)
    for (std::sregex_iterator at(line.begin(), line.end(), made), end; at != end; ++at)
      names.insert((*at)[1]);
  return names;
}

// Returns whether the line indexes the array with a thread number. `out.keys[i]` does not count as an element
// of `keys`.
bool has_index(const std::string& line, const std::string& array, const std::set<std::string>& numbers) {
  static const std::regex element(R"((?:^|[^.>\w])(\w+)\[([^\]]*)\])"), word(R"([A-Za-z_]\w*)");
  for (std::sregex_iterator at(line.begin(), line.end(), element), end; at != end; ++at) {
    if ((*at)[1] != array) continue;
    const std::string index = (*at)[2];
    for (std::sregex_iterator w(index.begin(), index.end(), word); w != end; ++w)
      if (numbers.count(w->str()) > 0) return true;
  }
  return false;
}

// Finds every own_array in one device function, whose head starts at line `first`.
void find_in(const code_lines& function, int first, std::vector<own_array>& found) {
  static const std::regex declaration(
      R"(^ *(?:volatile )?(?:std::)?(?:u?int(?:8|16|32|64)_t|(?:unsigned )?(?:int|short|char|long)|unsigned|float|double|T) +(\w+)\[[^;=]*[;=])");
  const auto calls_barrier = [](const std::string& line) {
    return line.find("__syncthreads") != std::string::npos;
  };
  if (std::none_of(function.begin(), function.end(), calls_barrier))
    return;  // without a barrier, its
             // threads share no array
  const std::string head = function[0] + " " + function[1];
  const std::set<std::string> numbers = thread_numbers(function);
  for (auto line = function.begin() + 1; line != function.end(); ++line) {
    std::smatch name;
    if (std::regex_search(*line, name, declaration) &&
        std::any_of(line + 1, function.end(),
                    [&](const std::string& other) { return has_index(other, name[1], numbers); }))
      found.push_back({name[1], first + static_cast<int>(line - function.begin()), name_in(head),
                       head.find("__global__") != std::string::npos});
  }
}

}  // namespace

std::vector<own_array> arrays_by_thread_number(const std::string& source) {
  std::vector<own_array> found;
  std::istringstream in(source);
  code_lines function;
  int number = 0, first = 0;
  for (std::string line; std::getline(in, line); ++number) {
    if (line.size() > kLongestLine) line.clear();
    const bool begins =
        line.find("__global__") != std::string::npos || line.find("__device__") != std::string::npos;
    if (begins && function.size() > 1) find_in(function, first, found);
    if (begins) function.clear(), first = number + 1;
    if (begins || !function.empty()) function.push_back(line);
  }
  if (function.size() > 1) find_in(function, first, found);
  return found;
}

}  // namespace verifier
