// SPDX-License-Identifier: Apache-2.0
// For each type, a function that converts it to JSON is followed by one that converts it back.
#include "told.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace verifier {

using nlohmann::json;

namespace {

bool is_baseline(const phase_group& group) {
  return group.place == table_place::before || group.place == table_place::below;
}

// Only the fields that pictures need.
json to_json(const finding& f) {
  json accesses = json::array();
  for (const finding_access& a : f.accesses)
    accesses.push_back({{"file", a.file},
                        {"line", a.line},
                        {"source", a.source},
                        {"op", a.op},
                        {"value", a.value},
                        {"block", a.block ? json(*a.block) : json()},
                        {"thread", a.thread ? json(*a.thread) : json()}});
  return {{"kind", f.kind}, {"kernel", f.kernel}, {"where", f.where}, {"accesses", accesses}};
}

finding finding_of(const json& told) {
  finding f;
  told.at("kind").get_to(f.kind);
  told.at("kernel").get_to(f.kernel);
  told.at("where").get_to(f.where);
  for (const json& one : told.at("accesses")) {
    finding_access a;
    one.at("file").get_to(a.file);
    one.at("line").get_to(a.line);
    one.at("source").get_to(a.source);
    one.at("op").get_to(a.op);
    one.at("value").get_to(a.value);
    if (!one.at("block").is_null()) a.block = one.at("block").get<std::array<unsigned, 3>>();
    if (!one.at("thread").is_null()) a.thread = one.at("thread").get<std::array<unsigned, 3>>();
    f.accesses.push_back(a);
  }
  return f;
}

json to_json(const kernel_counters& k) {
  json lines = json::array();
  for (const line_counts& l : k.lines) {
    json lanes = json::array();
    for (const lane_access& a : l.example) lanes.push_back({a.lane, a.byte});
    lines.push_back(
        {l.file, l.source, l.line, l.op, l.requests, l.transactions, lanes, l.example_cost, l.example_bytes});
  }
  return {{"kernel", k.kernel},
          {"launches", k.launches},
          {"blocks", k.blocks},
          {"threads", k.threads},
          {"lines", lines}};
}

kernel_counters counters_of(const json& told) {
  kernel_counters k;
  told.at("kernel").get_to(k.kernel);
  told.at("launches").get_to(k.launches);
  told.at("blocks").get_to(k.blocks);
  told.at("threads").get_to(k.threads);
  for (const json& one : told.at("lines")) {
    line_counts l;
    one.at(0).get_to(l.file);
    one.at(1).get_to(l.source);
    one.at(2).get_to(l.line);
    one.at(3).get_to(l.op);
    one.at(4).get_to(l.requests);
    one.at(5).get_to(l.transactions);
    for (const json& lane : one.at(6))
      l.example.push_back({lane.at(0).get<unsigned>(), lane.at(1).get<std::uint64_t>()});
    one.at(7).get_to(l.example_cost);
    one.at(8).get_to(l.example_bytes);
    k.lines.push_back(std::move(l));
  }
  return k;
}

json to_json(const run_facts& run) {
  json input = json::array();
  for (const auto fact : kInputFacts) input.push_back(run.input.*fact ? json(*(run.input.*fact)) : json());
  return {run.exercise, run.numbers, run.family,
          run.failed,   input,       run.first_wrong ? json(*run.first_wrong) : json()};
}

run_facts run_of(const json& told) {
  run_facts run{told.at(0).get<std::string>(), told.at(1).get<std::map<std::string, std::int64_t>>(),
                told.at(2).get<std::string>(), told.at(3).get<bool>()};
  for (std::size_t i = 0; i < std::size(kInputFacts); ++i)
    if (const json& value = told.at(4).at(i); !value.is_null()) run.input.*kInputFacts[i] = value.get<bool>();
  if (const json& first = told.at(5); !first.is_null()) run.first_wrong = first.get<std::size_t>();
  return run;
}

json to_json(const budget_use& b) {
  return {b.what, b.used, b.budget, b.reference ? json(*b.reference) : json()};
}

template <class T>
json all_of(const std::vector<T>& values) {
  json all = json::array();
  for (const T& value : values) all.push_back(to_json(value));
  return all;
}

json to_json(const test_result& r) {
  json limits = json::object();
  for (const auto& [exercise, limit] : r.by_kernels) limits[exercise] = {limit.most_span, limit.bytes};
  return {{"kind", static_cast<int>(r.kind)},
          {"text", r.text},
          {"cause", r.cause},
          {"explained", r.explained},
          {"matches", r.matches},
          {"ran", r.ran},
          {"numbers", r.numbers},
          {"kernels", r.kernels},
          {"runs", all_of(r.runs)},
          {"contrast", r.contrast},
          {"printed", r.printed},
          {"repeat", r.repeat},
          {"map", r.map},
          {"elements", r.elements},
          {"findings", all_of(r.findings)},
          {"counted", all_of(r.counted)},
          {"budgets", all_of(r.budgets)},
          {"seconds", r.seconds},
          {"not_on_device", r.not_on_device},
          {"on_device", r.on_device},
          {"unseen", r.unseen},
          {"without_arrays", r.without_arrays},
          {"wrong_counted", r.wrong_counted},
          {"asks_parallel", r.asks_parallel},
          {"seen_parallel", r.seen_parallel},
          {"answered", r.answered},
          {"unwritten", r.unwritten},
          {"overlooked", r.overlooked},
          {"by_kernels", limits},
          {"looked",
           {r.looked.exercise, r.looked.ran, r.looked.bytes, r.looked.taken.work, r.looked.taken.span,
            r.looked.fault}},
          {"brought", r.brought},
          {"brought_ran", r.brought_ran}};
}

test_result result_of(const json& told) {
  test_result r;
  r.kind = static_cast<verdict>(told.at("kind").get<int>());
  told.at("text").get_to(r.text);
  told.at("cause").get_to(r.cause);
  told.at("explained").get_to(r.explained);
  told.at("matches").get_to(r.matches);
  told.at("ran").get_to(r.ran);
  told.at("numbers").get_to(r.numbers);
  told.at("kernels").get_to(r.kernels);
  told.at("printed").get_to(r.printed);
  told.at("repeat").get_to(r.repeat);
  told.at("map").get_to(r.map);
  told.at("elements").get_to(r.elements);
  for (const json& one : told.at("findings")) r.findings.push_back(finding_of(one));
  told.at("contrast").get_to(r.contrast);
  for (const json& one : told.at("runs")) r.runs.push_back(run_of(one));
  for (const json& one : told.at("counted")) r.counted.push_back(counters_of(one));
  for (const json& one : told.at("budgets")) {
    r.budgets.push_back(
        {one.at(0).get<std::string>(), one.at(1).get<std::uint64_t>(), one.at(2).get<std::uint64_t>(), {}});
    if (!one.at(3).is_null()) r.budgets.back().reference = one.at(3).get<std::uint64_t>();
  }
  told.at("seconds").get_to(r.seconds);
  told.at("not_on_device").get_to(r.not_on_device);
  told.at("on_device").get_to(r.on_device);
  told.at("unseen").get_to(r.unseen);
  told.at("without_arrays").get_to(r.without_arrays);
  told.at("wrong_counted").get_to(r.wrong_counted);
  told.at("asks_parallel").get_to(r.asks_parallel);
  told.at("seen_parallel").get_to(r.seen_parallel);
  told.at("answered").get_to(r.answered);
  told.at("unwritten").get_to(r.unwritten);
  told.at("overlooked").get_to(r.overlooked);
  for (const auto& [exercise, limit] : told.at("by_kernels").items())
    r.by_kernels[exercise] = {limit.at(0).get<std::uint64_t>(), limit.at(1).get<std::uint64_t>()};
  const json& looked = told.at("looked");
  r.looked = {looked.at(0).get<std::string>(),
              looked.at(1).get<std::string>(),
              looked.at(2).get<std::uint64_t>(),
              {looked.at(3).get<std::uint64_t>(), looked.at(4).get<std::uint64_t>()},
              looked.at(5).get<std::string>()};
  told.at("brought").get_to(r.brought);
  told.at("brought_ran").get_to(r.brought_ran);
  return r;
}

json to_json(const phase_group& group) {
  json phases = json::array();
  for (const phase& part : group.phases) phases.push_back({part.name, part.ms});
  return {{"version", group.version},
          {"keys", group.keys},
          {"place", static_cast<int>(group.place)},
          {"phases", phases}};
}

phase_group group_of(const json& told) {
  phase_group group{told.at("version").get<std::string>(),
                    told.at("keys").get<std::size_t>(),
                    {},
                    static_cast<table_place>(told.at("place").get<int>())};
  for (const json& part : told.at("phases"))
    group.phases.push_back({part.at(0).get<std::string>(), part.at(1).get<double>()});
  return group;
}

json to_json(const timings& table) {
  json rows = json::array();
  for (const timing_row& row : table.rows) rows.push_back({row.at, row.ms});
  return {{"facts", table.facts}, {"rows", rows}};
}

timings timings_of(const json& told) {
  timings table{told.at("facts").get<std::map<std::string, std::string>>(), {}};
  for (const json& row : told.at("rows"))
    table.rows.push_back({row.at(0).get<long>(), row.at(1).get<std::vector<double>>()});
  return table;
}

json to_json(const shown_timings& shown) {
  return {{"file", shown.form.file},
          {"title", shown.form.title},
          {"columns", shown.form.columns},
          {"drawn", static_cast<int>(shown.form.drawn)},
          {"of_host", shown.form.of_host},
          {"own", to_json(shown.own)},
          {"recorded", to_json(shown.recorded)},
          {"whose", shown.whose}};
}

shown_timings shown_of(const json& told) {
  timing_form form;
  told.at("file").get_to(form.file);
  told.at("title").get_to(form.title);
  told.at("columns").get_to(form.columns);
  form.drawn = static_cast<timing_form::picture>(told.at("drawn").get<int>());
  told.at("of_host").get_to(form.of_host);
  return {form, timings_of(told.at("own")), timings_of(told.at("recorded")),
          told.at("whose").get<std::string>()};
}

}  // namespace

json take_what_is_told(session& from, const lab_entry& lab) {
  json groups = json::array(), tables = json::array();
  std::vector<phase_group>& phases = from.phases[lab.folder];
  for (const phase_group& group : phases) groups.push_back(to_json(group));
  // Baselines stay in the session, because they are measured only once.
  phases.erase(
      std::remove_if(phases.begin(), phases.end(), [](const phase_group& g) { return !is_baseline(g); }),
      phases.end());
  for (const shown_timings& shown : from.tables[lab.folder]) tables.push_back(to_json(shown));
  json told{{"result", to_json(from.results.back())},
            {"phases", groups},
            {"tables", tables},
            {"remarks", from.remarks[lab.folder]},
            {"device", from.device},
            {"banner", from.banner},
            {"outside_marks", from.outside_marks[lab.folder]}};
  from.results.clear();
  from.tables.clear();
  from.remarks.clear();
  return told;
}

void book_what_was_told(session& into, const lab_entry& lab, const rubric_row& row, const json& told) {
  test_result result = result_of(told.at("result"));
  result.lab = &lab;
  result.row = &row;
  into.results.push_back(std::move(result));
  std::vector<phase_group>& known = into.phases[lab.folder];
  for (const json& one : told.at("phases")) {
    phase_group group = group_of(one);
    const bool there = is_baseline(group) && std::any_of(known.begin(), known.end(), [&](const auto& g) {
                         return g.place == group.place && g.version == group.version && g.keys == group.keys;
                       });
    if (!there) into.add_phases(lab.folder, std::move(group));
  }
  if (known.empty()) into.phases.erase(lab.folder);
  for (const json& one : told.at("tables")) into.tables[lab.folder].push_back(shown_of(one));
  for (const json& one : told.at("remarks")) {
    std::vector<std::string>& remarks = into.remarks[lab.folder];
    const auto text = one.get<std::string>();
    if (std::find(remarks.begin(), remarks.end(), text) == remarks.end()) remarks.push_back(text);
  }
  if (into.remarks[lab.folder].empty()) into.remarks.erase(lab.folder);
  if (const auto changed = told.at("outside_marks").get<std::string>(); !changed.empty())
    into.outside_marks[lab.folder] = changed;
  if (into.device.empty()) told.at("device").get_to(into.device);
  if (into.banner.empty()) told.at("banner").get_to(into.banner);
}

}  // namespace verifier
