// SPDX-License-Identifier: Apache-2.0
// The rows of the phase table that do not come from the student's code.
#include <fmt/format.h>

#include <algorithm>

#include "lab_test.h"
#include "session.h"

namespace verifier {
namespace {

constexpr double kSeconds = 120;
constexpr std::size_t kSourceMost = 0x7fffffff;  // because it counts with int
constexpr std::size_t kSourceMostSimulated = std::size_t{1} << 22;

// Measures the baselines, and returns one phase per baseline. If that fails, adds a remark with the reason
// and returns nothing.
std::vector<phase> measure(const std::string& exercise, const std::vector<std::uint32_t>& in) {
  try {
    return request(exercise).input("in", in).timeout(kSeconds).run().phases();
  } catch (const judgement& result) {
    show_remark("The baselines were not measured. " + result.text);
    return {};
  }
}

std::vector<phase> measure_source(int level, const std::string& name, const std::vector<std::uint32_t>& in) {
  const std::size_t most = on_gpu() ? kSourceMost : kSourceMostSimulated;
  if (in.size() > most) {
    show_remark(fmt::format("There is no row for the {}: it is measured for at most {} keys {}.", name, most,
                            on_gpu() ? "because it counts with int" : "on the simulated device"));
    return {};
  }
  request asked("baseline_source");
  asked.in_out("keys", in)
      .output<std::uint32_t>("scratch", in.size())
      .param("level", level)
      .timeout(kSeconds);
  try {
    return measured_sort(asked, in);
  } catch (const judgement& result) {
    show_remark(fmt::format("There is no row for the {}. {}", name, result.text));
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
  for (const int level : {1, 2}) {
    if (level == 2 && !on_gpu()) break;  // on simcu its barriers would take longer than all tests
    const std::string name = fmt::format("source's Level {}", level);
    const std::vector<phase> phases = measure_source(level, name, in);
    if (!phases.empty()) grading.add_phases({name, in.size(), phases, table_place::before});
  }
}

}  // namespace verifier
