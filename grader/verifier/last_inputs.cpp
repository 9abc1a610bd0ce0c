// SPDX-License-Identifier: Apache-2.0
#include "last_inputs.h"

#include <algorithm>
#include <vector>

#include "conditions.h"
#include "session.h"

namespace verifier {
namespace {

constexpr std::size_t kMostCompared = 1 << 14;

// Returns the texts of n elements, with each tile in order.
std::vector<std::string> sorted_in_tiles(std::size_t n, std::size_t tile,
                                         const std::function<std::string(std::size_t)>& element) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < n; ++i) all.push_back(element(i));
  for (auto rest = all.begin(), end = rest; rest != all.end(); rest = end) {
    end += static_cast<std::ptrdiff_t>(std::min<std::size_t>(tile, all.end() - rest));
    std::sort(rest, end);
  }
  return all;
}

}  // namespace

bool has(const input_row& row, const std::string& value) {
  for (std::size_t i = 0; i < row.size; ++i)
    if (row.element(i) == value) return true;
  return false;
}

bool is_constant(const input_row& row) {
  for (std::size_t i = 1; i < row.size; ++i)
    if (row.element(i) != row.element(0)) return false;
  return true;
}

bool is_in_an_input(const std::string& value) {
  constexpr std::size_t kMost = 1 << 16;
  const std::vector<input_row>& rows = current_session().test().inputs_of_last;
  return rows.empty() || std::any_of(rows.begin(), rows.end(), [&](const input_row& row) {
           return row.size > kMost || has(row, value);
         });
}

bool has_an_inputs_elements(std::size_t n, const std::function<std::string(std::size_t)>& result) {
  if (n > kMostCompared) return false;
  std::vector<std::string> ranks;
  for (std::size_t i = 0; i < n; ++i) ranks.push_back(std::to_string(i));
  std::sort(ranks.begin(), ranks.end());
  const std::vector<std::string> sorted = sorted_in_tiles(n, n, result);
  const std::vector<input_row>& rows = current_session().test().inputs_of_last;
  return sorted != ranks && std::any_of(rows.begin(), rows.end(), [&](const input_row& row) {
           return row.size == n && sorted_in_tiles(n, n, row.element) == sorted;
         });
}

bool leaves_tiles(std::size_t n, const std::function<std::string(std::size_t)>& result) {
  const auto tile = static_cast<std::size_t>(
      std::max<std::int64_t>(0, number_of(current_session().test().asked, "tile").value_or(0)));
  if (tile == 0 || n <= tile || n > kMostCompared) return false;
  bool leaves = false;
  for (const input_row& row : current_session().test().inputs_of_last) {
    if (row.size != n) continue;
    if (sorted_in_tiles(n, tile, row.element) == sorted_in_tiles(n, tile, result)) return false;
    leaves = leaves || sorted_in_tiles(n, n, row.element) == sorted_in_tiles(n, n, result);
  }
  return leaves;
}

}  // namespace verifier
