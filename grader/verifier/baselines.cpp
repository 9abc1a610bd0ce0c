// SPDX-License-Identifier: Apache-2.0
// The rows of the phase table that do not come from the student's code.
#include <algorithm>

#include "lab_test.h"
#include "session.h"

namespace verifier {
namespace {

constexpr double kSeconds = 120;

// Empty if they could not be measured, which a remark then says.
std::vector<phase> measure(const std::string& exercise, const std::vector<std::uint32_t>& in) {
  try {
    return request(exercise).input("in", in).timeout(kSeconds).run().phases();
  } catch (const judgement& result) {
    show_remark("The baselines were not measured. " + result.text);
    return {};
  }
}

}  // namespace

void show_baselines(baseline work, const std::vector<std::uint32_t>& in) {
  const bool sort = work == baseline::sort;
  session& grading = current_session();
  std::vector<phase_group>& groups = grading.phases[grading.lab().folder];
  const char* part = sort ? "sort" : "scan";
  if (std::any_of(groups.begin(), groups.end(), [&](const phase_group& group) {
        return group.baseline && group.keys == in.size() && group.phases.front().name == part;
      }))
    return;
  for (const phase& measured : measure(sort ? "baseline_sort" : "baseline_scan", in))
    groups.push_back({measured.name, in.size(), {{part, measured.ms}}, true});
}

}  // namespace verifier
