// SPDX-License-Identifier: Apache-2.0
// Measures the sorts of this lab and of other labs.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lab_test.h"
#include "session.h"

namespace verifier {
namespace {

constexpr int kRunsOnGpu = 5;

// Why a lab's sort has no row, as the end of a sentence.
std::string reason(const judgement& result, const std::string& folder) {
  const std::string number = folder.substr(0, 2);
  const std::string see = fmt::format("; `make grade LAB={}` says more", number);
  switch (result.kind) {
    case verdict::not_yet:
      return "its sort is not implemented yet";
    case verdict::no_build:
      return "its file does not compile" + see;
    case verdict::timed_out:
      return "its sort was stopped because it took too long or used too much memory" + see;
    case verdict::crashed:
      return "its sort crashes" + see;
    case verdict::not_your_code:
      return fmt::format("its runner was not built or cannot be used here; `make grade LAB={}` builds it",
                         number);
    default:
      return (result.text.rfind("refused", 0) == 0 ? "its sort refuses these arguments"
                                                   : "its sort gives a wrong result") +
             see;
  }
}

}  // namespace

double total_ms(const std::vector<phase>& phases) {
  double sum = 0;
  for (const phase& part : phases) sum += part.ms;
  return sum;
}

void session::with_other_lab(const std::string& folder, const std::function<void()>& work) {
  lab_entry other;
  other.folder = folder;
  const std::string ran = state_.ran;
  const std::string printed = state_.printed;
  const lab_entry* own = std::exchange(lab_, &other);
  const auto go_back = [&] {
    lab_ = own;
    state_.ran = ran;
    state_.printed = printed;
  };
  try {
    work();
  } catch (...) {
    go_back();
    throw;
  }
  go_back();
}

std::vector<phase> measured_sort(request asked, const std::vector<std::uint32_t>& keys, int runs) {
  std::vector<std::vector<phase>> measured;
  if (runs == 0) runs = on_gpu() ? kRunsOnGpu : 1;
  for (int run = on_gpu() ? -1 : 0; run < runs; ++run) {
    const answer sorted = asked.run();
    expect_sorted_copy(sorted.get<std::uint32_t>("keys"), keys);
    if (run >= 0) measured.push_back(sorted.phases());
  }
  const auto middle = measured.begin() + static_cast<std::ptrdiff_t>(measured.size() / 2);
  std::nth_element(measured.begin(), middle, measured.end(),
                   [](const auto& a, const auto& b) { return total_ms(a) < total_ms(b); });
  return *middle;
}

void show_other_lab(const std::string& version, const std::string& folder, const request& asked,
                    const std::vector<std::uint32_t>& keys) {
  std::vector<phase> phases;
  session& grading = current_session();
  try {
    grading.with_other_lab(folder, [&] { phases = measured_sort(asked, keys); });
  } catch (const judgement& result) {
    show_remark(fmt::format("Lab {}'s row is missing: {}.", folder.substr(0, 2), reason(result, folder)));
    return;
  }
  grading.add_phases({version, keys.size(), phases, table_place::other_lab});
}

}  // namespace verifier
