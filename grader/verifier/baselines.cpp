// SPDX-License-Identifier: Apache-2.0
// The rows of the phase table that do not come from the student's code.
#include <fmt/format.h>

#include <algorithm>

#include "lab_test.h"
#include "session.h"

namespace verifier {
namespace {

constexpr double kSeconds = 120;
constexpr const char* kLevel1 = "source's Level 1";
constexpr std::size_t kLevel1Most = 0x7fffffff;  // it counts with int
constexpr std::size_t kLevel1MostSimulated = std::size_t{1} << 22;

// Empty if they could not be measured, which a remark then says.
std::vector<phase> measure(const std::string& exercise, const std::vector<std::uint32_t>& in) {
  try {
    return request(exercise).input("in", in).timeout(kSeconds).run().phases();
  } catch (const judgement& result) {
    show_remark("The baselines were not measured. " + result.text);
    return {};
  }
}

std::vector<phase> measure_level1(const std::vector<std::uint32_t>& in) {
  const std::size_t most = on_gpu() ? kLevel1Most : kLevel1MostSimulated;
  if (in.size() > most) {
    show_remark(fmt::format("The row of the {} is missing: it is measured for up to {} keys {}.", kLevel1,
                            most, on_gpu() ? "only, because it counts with int" : "on the simulated device"));
    return {};
  }
  request asked("baseline_level1");
  asked.in_out("keys", in).output<std::uint32_t>("scratch", in.size()).timeout(kSeconds);
  try {
    return measured_sort(asked, in);
  } catch (const judgement& result) {
    show_remark(fmt::format("The row of the {} is missing. {}", kLevel1, result.text));
    return {};
  }
}

}  // namespace

void show_baselines(baseline work, const std::vector<std::uint32_t>& in) {
  session& grading = current_session();
  const char* part = work == baseline::scan ? "scan" : "sort";
  for (const phase_group& group : grading.phases[grading.lab().folder]) {
    const bool baseline = group.place == table_place::before || group.place == table_place::below;
    if (baseline && group.keys == in.size() && group.phases.front().name == part) return;
  }
  const bool radix = work == baseline::radix_sort;
  for (const phase& measured : measure(work == baseline::scan ? "baseline_scan" : "baseline_sort", in)) {
    const bool above = radix && measured.name == "std::sort";
    grading.add_phases(
        {measured.name, in.size(), {{part, measured.ms}}, above ? table_place::before : table_place::below});
  }
  if (!radix) return;
  const std::vector<phase> level1 = measure_level1(in);
  if (!level1.empty()) grading.add_phases({kLevel1, in.size(), level1, table_place::before});
}

}  // namespace verifier
