// SPDX-License-Identifier: Apache-2.0
// Writes the trace at the end of the program, sorted, so that equal runs give equal files.
#include "file.h"

#include <algorithm>
#include <set>

#include "base/symbolize.h"
#include "report/text.h"

namespace simcu::check::tracing {
namespace {

std::string text(location where) {
  return where.file ? " at " + std::string(where.file) + ":" + std::to_string(where.line) : "";
}

bool is_slot(track t) { return t >= 1000; }
track process_of(track t) { return is_slot(t) ? t / 1000 * 1000 : kHostTrack; }

std::string until(const phase& p) {
  switch (p.by) {
    case ending::barrier:
      return "block barrier" + text(p.at);
    case ending::grid_barrier:
      return "grid barrier" + text(p.at);
    case ending::failure:
      return "the kernel is stopped";
    case ending::block:
      break;
  }
  return "the block ends";
}

std::string title(const mark& m) { return m.kind + (m.subkind.empty() ? "" : " (" + m.subkind + ")"); }

// Leaves out the word that a finding puts before the earlier access.
std::string operation(const access& a) {
  const std::string word = "earlier ";
  return a.op.rfind(word, 0) == 0 ? a.op.substr(word.size()) : a.op;
}

void add_arguments(json& to, const access& a) {
  if (a.has_thread) {
    to["block"] = in_parentheses(a.block);
    to["thread"] = in_parentheses(a.thread);
  }
  if (!a.value.empty()) to["value"] = a.value;
  to["at"] = a.pc ? source_line(a.pc) : "";
}

}  // namespace

bool trace_file::open(const char* path, std::size_t most_slices) {
  most_ = most_slices;
  file_ = std::fopen(path, "w");
  return file_ != nullptr;
}

bool trace_file::room() {
  if (kept() < most_) return true;
  ++dropped_;
  return false;
}

void trace_file::add(phase p) {
  if (room()) phases_.push_back(p);
}
void trace_file::add(work w) {
  if (room()) works_.push_back(std::move(w));
}

void trace_file::event(const char* type, track where, ticks at, const json& rest) {
  json out = {{"ph", type}, {"pid", process_of(where)}, {"tid", where}, {"ts", at}};
  out.update(rest);
  std::fprintf(file_, "%s%s", first_ ? "\n" : ",\n", json_text(out).c_str());
  first_ = false;
}

bool trace_file::covered(const marked_access& a) const {
  if (!a.known) return false;
  const auto after = std::upper_bound(
      phases_.begin(), phases_.end(), std::make_pair(a.where, a.time),
      [](const auto& key, const phase& p) { return key < std::make_pair(p.where, p.start); });
  return after != phases_.begin() && (after - 1)->where == a.where && a.time < (after - 1)->end;
}

void trace_file::write_tracks() {
  std::set<track> used;
  for (const phase& p : phases_) used.insert(p.where);
  for (const work& w : works_) used.insert(w.where);
  for (const mark& m : marks_) used.insert(m.where);
  std::set<track> processes;
  for (const track t : used) {
    const track process = process_of(t);
    const unsigned number = t / 1000 - 1;
    if (processes.insert(process).second) {
      const std::string name =
          is_slot(t) ? "SM " + std::to_string(number) + " (simulated)" : "Host and streams";
      event("M", process, 0, {{"name", "process_name"}, {"args", {{"name", name}}}});
      event("M", process, 0, {{"name", "process_sort_index"}, {"args", {{"sort_index", process}}}});
    }
    const std::string name = is_slot(t)             ? "slot " + std::to_string(t % 1000)
                             : t == kHostTrack      ? "host"
                             : t == stream_track(1) ? "default stream"
                                                    : "stream " + std::to_string(t - stream_track(0));
    event("M", t, 0, {{"name", "thread_name"}, {"args", {{"name", name}}}});
    event("M", t, 0, {{"name", "thread_sort_index"}, {"args", {{"sort_index", t}}}});
  }
}

void trace_file::write_marks() {
  std::set<std::pair<track, ticks>> drawn;  // an access has one slice, even if several findings contain it
  unsigned arrow = 0;
  for (const mark& m : marks_) {
    for (const marked_access& a : m.accesses) {
      if (!covered(a) || !drawn.insert({a.where, a.time}).second) continue;
      json arguments;
      add_arguments(arguments, a.what);
      event("X", a.where, a.time,
            {{"dur", 1}, {"cat", "access"}, {"name", operation(a.what)}, {"args", arguments}});
    }
    json sides = json::array();
    for (const marked_access& a : m.accesses) {
      sides.push_back({{"op", operation(a.what)}});
      add_arguments(sides.back(), a.what);
    }
    event("i", m.where, m.time,
          {{"s", "t"},
           {"cat", "finding"},
           {"name", title(m)},
           {"args", {{"message", m.message}, {"accesses", sides}}}});
    if (m.accesses.size() < 2 || !covered(m.accesses[0]) || !covered(m.accesses[1])) continue;
    const json id = {{"cat", "finding"}, {"name", title(m)}, {"id", ++arrow}};
    event("s", m.accesses[0].where, m.accesses[0].time, id);
    json end = {{"bp", "e"}};
    end.update(id);
    event("f", m.accesses[1].where, m.accesses[1].time, end);
  }
}

bool trace_file::finish() {
  const auto order = [](const auto& a, const auto& b) {
    return std::make_pair(a.where, a.start) < std::make_pair(b.where, b.start);
  };
  std::stable_sort(phases_.begin(), phases_.end(), order);
  std::stable_sort(works_.begin(), works_.end(), order);
  std::fputs("{\"traceEvents\":[", file_);
  write_tracks();
  for (const work& w : works_)
    event("X", w.where, w.start,
          {{"dur", w.end - w.start},
           {"cat", "host"},
           {"name", w.name},
           {"args", w.arguments.is_null() ? json::object() : w.arguments}});
  for (const phase& p : phases_)
    event("X", p.where, p.start,
          {{"dur", p.end - p.start},
           {"cat", "block"},
           {"name", std::string(p.kernel) + " " + in_parentheses(p.block)},
           {"args",
            {{"launch", p.launch}, {"phase", p.number}, {"until", until(p)}, {"accesses", p.accesses}}}});
  write_marks();
  const json other = {
      {"time", "logical: one microsecond here is one access by a thread, and says nothing about speed"},
      {"dropped_slices", dropped_}};
  std::fprintf(file_, "\n],\n\"otherData\":%s}\n", json_text(other).c_str());
  const bool complete = !std::ferror(file_);
  return std::fclose(file_) == 0 && complete;
}

}  // namespace simcu::check::tracing
