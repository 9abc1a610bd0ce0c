// SPDX-License-Identifier: Apache-2.0
#include "report/findings.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "base/symbolize.h"
#include "report/text.h"

namespace simcu::check {
namespace {

constexpr std::size_t kMostFindings = 200;

using key = std::tuple<std::string, std::string, const void*, const void*, std::size_t>;

struct collection {
  std::deque<finding> all;
  std::map<key, std::size_t> known;
  std::uint64_t dropped = 0;
  const library_call* call = nullptr;
  std::size_t call_number = 0;
  finding too_many;
};
collection& findings() {
  static auto* c = new collection;
  return *c;
}

findings_listener* listener = nullptr;

key key_of(const finding& f) {
  const std::size_t call = findings().call_number;
  if (f.known_as != nullptr) return {f.kind, f.subkind, f.known_as, nullptr, call};
  return {f.kind, f.subkind, f.accesses.empty() ? nullptr : f.accesses[0].pc,
          f.accesses.size() < 2 ? nullptr : f.accesses[1].pc, call};
}

std::size_t number_of(const library_call& call) {
  std::size_t number =
      reinterpret_cast<std::size_t>(call.where.file) + static_cast<std::size_t>(call.where.line);
  for (unsigned i = 0; i < call.depth; ++i)
    number = number * 31 + reinterpret_cast<std::size_t>(call.stack[i]);
  return number;
}

bool is_at(const access& a, const std::string& line) { return !line.empty() && source_line(a.pc) == line; }
bool does(const access& a, const char* what) { return a.op.find(what) != std::string::npos; }

// A race explains a read of unwritten memory if the write that should have come first races with the read. In
// an update like `++bins[i]`, the element may never have been initialised.
bool explains(const finding& race, const finding& read) {
  if (race.kind != "race" || race.kernel != read.kernel || race.where.name != read.where.name ||
      race.where.allocation != read.where.allocation || race.accesses.size() != 2)
    return false;
  const std::string line = source_line(read.accesses[0].pc);
  const auto is_update = [&](const finding& f) {
    return f.kind == "race" && f.accesses.size() == 2 && f.where.name == read.where.name &&
           std::all_of(f.accesses.begin(), f.accesses.end(),
                       [&](const access& a) { return is_at(a, line) && does(a, "write"); });
  };
  const auto explain = [&](const access& a, const access& b) {
    if (!is_at(a, line) || !does(b, "write")) return false;
    const std::deque<finding>& all = findings().all;
    return !is_at(b, line) || (does(a, "read") && std::none_of(all.begin(), all.end(), is_update));
  };
  return explain(race.accesses[0], race.accesses[1]) || explain(race.accesses[1], race.accesses[0]);
}

// Other findings stay in the order in which they were found. A skipped barrier is found after the races that
// it causes.
void reasons_first(std::deque<finding>& all) {
  for (auto passed = all.begin(); passed != all.end(); ++passed) {
    if (passed->kind != "barrier-passed") continue;
    const auto race = std::find_if(all.begin(), passed, [&](const finding& f) {
      return f.kind == "race" && f.subkind == "shared" && f.kernel == passed->kernel;
    });
    std::rotate(race, passed, passed + 1);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].unwritten) continue;
    const auto read = all.begin() + static_cast<std::ptrdiff_t>(i);
    const auto race = std::find_if(read, all.end(), [&](const finding& f) { return explains(f, *read); });
    if (race == all.end()) continue;
    std::rotate(read, race, race + 1);
    ++i;
  }
}

}  // namespace

void findings_are_of(const library_call* call) {
  findings().call = call;
  findings().call_number = call ? number_of(*call) : 0;
}

void listen_to_findings(findings_listener& l) { listener = &l; }
findings_listener* listener_of_findings() { return listener; }

std::deque<finding> merged_findings() {
  std::deque<finding> out;
  std::map<std::tuple<std::string, std::string, std::string, std::string, int>, std::size_t> known;
  for (const finding& f : findings().all) {
    if (!f.holds()) continue;
    const std::string lines = lines_of(f);
    const auto [entry, fresh] =
        known.emplace(std::tuple{f.kind, f.subkind, f.kernel, lines, f.call.line}, out.size());
    if (fresh || lines.empty()) {
      out.push_back(f);
      continue;
    }
    finding& first = out[entry->second];
    first.count = std::max(first.count, f.count);
    first.in_one_warp &= f.in_one_warp;
    if (first.values.empty()) first.values = f.values;
  }
  reasons_first(out);
  return out;
}

std::uint64_t dropped_findings() { return findings().dropped; }

std::string report_text() {
  json out = {{"findings", json::array()}};
  for (const finding& f : merged_findings()) out["findings"].push_back(as_json(f));
  out["dropped"] = findings().dropped;
  if (listener) listener->add_to_report(out);
  return json_lines(out);
}

std::string take_report_text() {
  const std::string text = report_text();
  collection empty;
  empty.call = findings().call;
  empty.call_number = findings().call_number;
  findings() = std::move(empty);
  return text;
}

finding* counted(const char* kind, const char* subkind, const void* pc, const void* other_pc) {
  collection& c = findings();
  const auto found = c.known.find({kind, subkind, pc, other_pc, c.call_number});
  if (found == c.known.end()) return nullptr;
  if (found->second >= c.all.size()) return &c.too_many;
  ++c.all[found->second].count;
  return &c.all[found->second];
}

finding* report(finding f) {
  collection& c = findings();
  const auto [entry, fresh] = c.known.emplace(key_of(f), c.all.size());
  if (!fresh) {
    if (entry->second < c.all.size()) ++c.all[entry->second].count;
  } else if (c.all.size() < kMostFindings) {
    f.count = 1;
    if (c.call) {
      const line_of_code at = split_place(users_line(*c.call));
      f.call.file = at.file;
      f.call.line = at.line;
    }
    c.all.push_back(std::move(f));
    if (listener) listener->found(c.all.back());
    return &c.all.back();
  } else {
    entry->second = kMostFindings;
    ++c.dropped;
  }
  return nullptr;
}

}  // namespace simcu::check
