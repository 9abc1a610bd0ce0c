// SPDX-License-Identifier: Apache-2.0
// For the programs that record traces: reads lines of numbers, and prints lines of JSON.
#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace steppers {

using words = std::vector<std::uint32_t>;

template <class Number>
std::string json(const std::vector<Number>& row) {
  std::string text = "[";
  for (const Number number : row) text += (text.size() > 1 ? "," : "") + std::to_string(number);
  return text + "]";
}

inline std::string json(const std::vector<std::string>& row) {
  std::string text = "[";
  for (const std::string& part : row) text += (text.size() > 1 ? "," : "") + part;
  return text + "]";
}

inline std::string one_line(std::string report) {
  for (char& c : report)
    if (c == '\n') c = ' ';
  return report;
}

// Stops the program, without a trace, if the records do not agree.
inline void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "error: %s\n", what);
  std::exit(1);
}

inline words numbers(const char* line) {
  words found;
  for (char* end = nullptr;; line = end) {
    const unsigned long number = std::strtoul(line, &end, 10);
    if (end == line) return found;
    found.push_back(static_cast<std::uint32_t>(number));
  }
}

// Answers each line of keys on stdin with record's JSON.
inline int serve(std::string (*record)(const words&)) {
  char line[1024];
  while (std::fgets(line, sizeof line, stdin)) {
    std::puts(record(numbers(line)).c_str());
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace steppers
