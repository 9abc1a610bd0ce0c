// SPDX-License-Identifier: Apache-2.0
#include "result_message.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

// Versions before 3.12 of the library do not convert std::optional.
namespace nlohmann {
template <class T>
struct adl_serializer<std::optional<T>> {
  static void to_json(json& to, const std::optional<T>& from) { to = from ? json(*from) : json(); }
  static void from_json(const json& from, std::optional<T>& to) {
    to = from.is_null() ? std::optional<T>() : std::optional<T>(from.get<T>());
  }
};
}  // namespace nlohmann

namespace verifier {

// Findings and counters have only the fields that reports use.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(finding_access, file, line, source, op, value, block, thread)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(finding, kind, kernel, where, accesses)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(lane_access, lane, byte)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(line_counts, file, source, line, op, requests, transactions, example,
                                   example_cost, example_bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(kernel_counters, kernel, launches, blocks, threads, lines)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(input_facts, in_order, equal_keys, high_bit, largest_key, idle_digit,
                                   idle_pass)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(run_facts, exercise, numbers, family, failed, input, first_wrong)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(budget_use, what, used, budget, reference)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(steps, work, span)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(looked_at, exercise, ran, bytes, taken, fault)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(span_limit, most_span, bytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(test_result, kind, text, cause, explained, matches, map, elements,
                                   findings, counted, budgets, ran, numbers, kernels, printed, repeat,
                                   seconds, not_on_device, on_device, unseen, without_arrays, wrong_counted,
                                   asks_parallel, seen_parallel, overlooked, by_kernels, looked, answered,
                                   unwritten, brought, brought_ran, runs, contrast)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(phase, name, ms)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(phase_group, version, keys, phases, place)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(timing_form, file, title, columns, drawn, of_host)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(timing_row, at, ms)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(timings, facts, rows)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(shown_timings, form, own, recorded, whose)

namespace {

bool is_baseline(const phase_group& group) {
  return group.place == table_place::before || group.place == table_place::below;
}

}  // namespace

nlohmann::json take_result_message(session& from, const lab_entry& lab) {
  std::vector<phase_group>& phases = from.phases[lab.folder];
  nlohmann::json message{{"result", from.results.back()},
                         {"phases", phases},
                         {"tables", from.tables[lab.folder]},
                         {"remarks", from.remarks[lab.folder]},
                         {"device", from.device},
                         {"banner", from.banner},
                         {"outside_marks", from.outside_marks[lab.folder]}};
  // Baselines stay in the session, because they are measured only once.
  phases.erase(
      std::remove_if(phases.begin(), phases.end(), [](const phase_group& g) { return !is_baseline(g); }),
      phases.end());
  from.results.clear();
  from.tables.clear();
  from.remarks.clear();
  return message;
}

void add_result_message(session& into, const lab_entry& lab, const rubric_row& row,
                        const nlohmann::json& message) {
  auto result = message.at("result").get<test_result>();
  result.lab = &lab;
  result.row = &row;
  into.results.push_back(std::move(result));
  std::vector<phase_group>& known = into.phases[lab.folder];
  for (auto group : message.at("phases").get<std::vector<phase_group>>()) {
    const bool there = is_baseline(group) && std::any_of(known.begin(), known.end(), [&](const auto& g) {
                         return g.place == group.place && g.version == group.version && g.keys == group.keys;
                       });
    if (!there) into.add_phases(lab.folder, std::move(group));
  }
  if (known.empty()) into.phases.erase(lab.folder);
  for (auto& table : message.at("tables").get<std::vector<shown_timings>>())
    into.tables[lab.folder].push_back(std::move(table));
  for (auto& text : message.at("remarks").get<std::vector<std::string>>()) {
    std::vector<std::string>& remarks = into.remarks[lab.folder];
    if (std::find(remarks.begin(), remarks.end(), text) == remarks.end()) remarks.push_back(std::move(text));
  }
  if (into.remarks[lab.folder].empty()) into.remarks.erase(lab.folder);
  if (auto changed = message.at("outside_marks").get<std::string>(); !changed.empty())
    into.outside_marks[lab.folder] = std::move(changed);
  if (into.device.empty()) message.at("device").get_to(into.device);
  if (into.banner.empty()) message.at("banner").get_to(into.banner);
}

}  // namespace verifier
