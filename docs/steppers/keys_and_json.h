// SPDX-License-Identifier: Apache-2.0
// What the programs that record the sorts have in common: keys come in as a line of numbers, and what
// happened to them goes out as a line of JSON.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <sstream>
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

// A report of the simulated device, on one line.
inline std::string one_line(std::string report) {
  for (char& c : report)
    if (c == '\n') c = ' ';
  return report;
}

// What is recorded must fit together: if it does not, there is no trace.
inline void require(bool condition, const char* what) {
  if (condition) return;
  std::cerr << "error: " << what << "\n";
  std::exit(1);
}

// `record` answers the keys of each line with JSON.
inline int serve(const std::function<std::string(const words&)>& record) {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream numbers(line);
    words keys;
    for (std::uint32_t key = 0; numbers >> key;) keys.push_back(key);
    std::cout << record(keys) << std::endl;
  }
  return 0;
}

}  // namespace steppers
