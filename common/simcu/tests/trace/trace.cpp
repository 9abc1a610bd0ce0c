// SPDX-License-Identifier: Apache-2.0
#include "trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

namespace {

using key = std::pair<long long, long long>;  // process, track
key key_of(const nlohmann::json& e) { return {e.at("pid").get<long long>(), e.at("tid").get<long long>()}; }

// On each track, any two slices are disjoint or nested.
void expect_nested(std::vector<trace_slice> slices) {
  std::stable_sort(slices.begin(), slices.end(), [](const auto& a, const auto& b) {
    return std::make_pair(a.start, -a.end) < std::make_pair(b.start, -b.end);
  });
  std::vector<trace_slice> open;
  for (const trace_slice& s : slices) {
    EXPECT_LT(s.start, s.end) << s.name;
    while (!open.empty() && open.back().end <= s.start) open.pop_back();
    if (!open.empty()) {
      EXPECT_LE(s.end, open.back().end) << s.name << " overlaps " << open.back().name;
      EXPECT_EQ(s.category, "access") << s.name << " is inside of " << open.back().name;
    }
    open.push_back(s);
  }
}

void expect_paired_arrows(const trace& t, const std::map<key, std::vector<trace_slice>>& tracks) {
  std::map<int, std::pair<const nlohmann::json*, const nlohmann::json*>> arrows;
  for (const auto& e : t.whole.at("traceEvents")) {
    const bool from = e.at("ph") == "s";
    if (!from && e.at("ph") != "f") continue;
    auto& side = from ? arrows[e.at("id")].first : arrows[e.at("id")].second;
    EXPECT_EQ(side, nullptr) << e;
    side = &e;
    const auto& slices = tracks.at(key_of(e));
    const long long time = e.at("ts");
    EXPECT_TRUE(std::any_of(slices.begin(), slices.end(), [&](const trace_slice& s) {
      return s.category == "access" && s.start == time;
    })) << e;
  }
  for (const auto& [id, ends] : arrows) {
    ASSERT_TRUE(ends.first && ends.second) << "arrow " << id;
    EXPECT_EQ(ends.first->at("name"), ends.second->at("name"));
    EXPECT_EQ(ends.first->at("cat"), ends.second->at("cat"));
    EXPECT_LT(ends.first->at("ts").get<long long>(), ends.second->at("ts").get<long long>());
  }
}

}  // namespace

std::vector<trace_slice> trace::of(const std::string& category) const {
  std::vector<trace_slice> found;
  for (const trace_slice& s : slices)
    if (s.category == category) found.push_back(s);
  return found;
}

long long trace::end_of(const std::string& name) const {
  long long end = -1;
  for (const trace_slice& s : of("block"))
    if (s.name == name) end = std::max(end, s.end);
  return end;
}

trace read_trace(const std::string& file) {
  trace t;
  std::ifstream in(file);
  t.whole = nlohmann::json::parse(in);
  std::map<long long, std::string> processes;
  std::map<key, std::string> names;
  for (const auto& e : t.whole.at("traceEvents")) {
    if (e.at("name") == "process_name") processes[e.at("pid")] = e.at("args").at("name");
    if (e.at("name") == "thread_name") names[key_of(e)] = e.at("args").at("name");
  }
  std::map<key, std::vector<trace_slice>> tracks;
  std::set<key> used;
  for (const auto& e : t.whole.at("traceEvents")) {
    if (e.at("ph") == "M") continue;
    used.insert(key_of(e));
    EXPECT_TRUE(names.count(key_of(e))) << "a track without a name: " << e;
    if (e.at("ph") == "i") t.markers.push_back(e);
    if (e.at("ph") != "X") continue;
    const long long start = e.at("ts");
    t.slices.push_back({processes[e.at("pid")], names[key_of(e)], e.at("name"), e.at("cat"), start,
                        start + e.at("dur").get<long long>(), e.at("args")});
    tracks[key_of(e)].push_back(t.slices.back());
  }
  for (const auto& [track, name] : names) EXPECT_TRUE(used.count(track)) << "an empty track: " << name;
  for (const auto& [track, slices] : tracks) expect_nested(slices);
  expect_paired_arrows(t, tracks);
  return t;
}
