// SPDX-License-Identifier: Apache-2.0
// For the labs' play.cu: reads keys from the command line and compares results.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "lab/status.h"
#include "lab/todo.h"

namespace lab {

// `-n COUNT` gives COUNT keys below 100, the same each time. Otherwise the arguments are the keys. The
// default is 12 keys.
inline std::vector<std::uint32_t> keys_to_play_with(int argc, char** argv) {
  const bool counted = argc == 3 && std::string(argv[1]) == "-n";
  std::vector<std::uint32_t> keys(counted ? std::strtoul(argv[2], nullptr, 10) : argc > 1 ? argc - 1 : 12);
  std::mt19937 random(1);
  for (std::size_t i = 0; i < keys.size(); ++i)
    keys[i] = counted || argc == 1 ? static_cast<std::uint32_t>(random() % 100)
                                   : static_cast<std::uint32_t>(std::strtoul(argv[i + 1], nullptr, 10));
  return keys;
}

// Prints 24 elements of `got` and `expected`, from the start or around the first wrong one, and marks wrong
// elements. Returns main's exit status: 0 if all elements are right.
inline int show(const std::string& what, const status& status, const std::vector<std::uint32_t>& got,
                const std::vector<std::uint32_t>& expected) {
  constexpr std::size_t kShown = 24, kBefore = 4, kColumns = 72;
  if (const std::string todo = reached_todo(); !todo.empty()) {
    std::printf("%s is not written yet: LAB_TODO(\"%s\") was reached.\n", what.c_str(), todo.c_str());
    return 1;
  }
  if (!status.ok()) {
    std::printf("%s refuses: %s\n", what.c_str(), status.message().c_str());
    return 1;
  }
  const std::size_t n = expected.size();
  std::size_t wrong = 0, first = n;
  for (std::size_t i = n; i-- > 0;)
    if (got[i] != expected[i]) ++wrong, first = i;
  const std::size_t begin = first < kShown || first == n ? 0 : first - kBefore,
                    end = std::min(n, begin + kShown);
  const auto digits = [](std::uint64_t number) { return static_cast<int>(std::to_string(number).size()); };
  int width = digits(end);
  for (std::size_t i = begin; i < end; ++i) width = std::max({width, digits(got[i]), digits(expected[i])});
  width = std::max(width + 2, 6);
  const std::size_t per_row = kColumns / static_cast<std::size_t>(width);
  std::printf("%s\n", what.c_str());
  for (std::size_t row = begin; row < end; row += per_row) {
    const std::size_t stop = std::min(end, row + per_row);
    std::printf("  index   ");
    for (std::size_t i = row; i < stop; ++i) std::printf("%*zu", width, i);
    std::printf("\n  got     ");
    for (std::size_t i = row; i < stop; ++i) std::printf("%*u", width, got[i]);
    std::printf("\n  expected");
    for (std::size_t i = row; i < stop; ++i) std::printf("%*u", width, expected[i]);
    std::string marks;
    for (std::size_t i = row; i < stop; ++i)
      marks += std::string(static_cast<std::size_t>(width) - 1, ' ') + (got[i] == expected[i] ? ' ' : '^');
    marks.erase(marks.find_last_not_of(' ') + 1);
    if (!marks.empty()) std::printf("\n          %s", marks.c_str());
    std::printf("\n");
  }
  if (wrong == 0)
    std::printf(n == 1 ? "The only element is right.\n" : "All %zu elements are right.\n", n);
  else
    std::printf("%zu of %zu elements %s wrong, the first at index %zu.\n", wrong, n,
                wrong == 1 ? "is" : "are", first);
  return wrong == 0 ? 0 : 1;
}

}  // namespace lab
