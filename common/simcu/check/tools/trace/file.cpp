// SPDX-License-Identifier: Apache-2.0
// Writes the trace at the end of the program, sorted, so that equal runs give equal files.
#include "file.h"

#include <algorithm>
#include <set>

#include "report/text.h"
#include "symbolize.h"

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

// Without the word that a finding puts before the other side.
std::string operation(const access& a) {
  const std::string word = "earlier ";
  return a.op.rfind(word, 0) == 0 ? a.op.substr(word.size()) : a.op;
}

std::string arguments(const access& a) {
  std::string out;
  if (a.has_thread)
    out += "\"block\":" + json_string(in_parentheses(a.block)) +
           ",\"thread\":" + json_string(in_parentheses(a.thread)) + ",";
  if (!a.value.empty()) out += "\"value\":" + json_string(a.value) + ",";
  return out + "\"at\":" + json_string(a.pc ? source_line(a.pc) : "");
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

void trace_file::event(const char* type, track where, ticks at, const std::string& rest) {
  std::fprintf(file_, "%s{\"ph\":\"%s\",\"pid\":%u,\"tid\":%u,\"ts\":%llu,%s}", first_ ? "\n" : ",\n", type,
               process_of(where), where, static_cast<unsigned long long>(at), rest.c_str());
  first_ = false;
}

// Whether the access lies inside a slice that is in the file.
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
      event(
          "M", process, 0,
          "\"name\":\"process_name\",\"args\":{\"name\":" +
              json_string(is_slot(t) ? "SM " + std::to_string(number) + " (simulated)" : "Host and streams") +
              "}");
      event("M", process, 0,
            "\"name\":\"process_sort_index\",\"args\":{\"sort_index\":" + std::to_string(process) + "}");
    }
    const std::string name = is_slot(t)             ? "slot " + std::to_string(t % 1000)
                             : t == kHostTrack      ? "host"
                             : t == stream_track(1) ? "default stream"
                                                    : "stream " + std::to_string(t - stream_track(0));
    event("M", t, 0, "\"name\":\"thread_name\",\"args\":{\"name\":" + json_string(name) + "}");
    event("M", t, 0, "\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":" + std::to_string(t) + "}");
  }
}

void trace_file::write_marks() {
  std::set<std::pair<track, ticks>> drawn;  // accesses have one slice, however many findings they are in
  unsigned arrow = 0;
  for (const mark& m : marks_) {
    const std::string name = json_string(title(m));
    for (const marked_access& a : m.accesses)
      if (covered(a) && drawn.insert({a.where, a.time}).second)
        event("X", a.where, a.time,
              "\"dur\":1,\"cat\":\"access\",\"name\":" + json_string(operation(a.what)) + ",\"args\":{" +
                  arguments(a.what) + "}");
    std::string sides;
    for (const marked_access& a : m.accesses)
      sides += (sides.empty() ? "{" : ",{") + std::string("\"op\":") + json_string(operation(a.what)) + "," +
               arguments(a.what) + "}";
    event("i", m.where, m.time,
          "\"s\":\"t\",\"cat\":\"finding\",\"name\":" + name +
              ",\"args\":{\"message\":" + json_string(m.message) + ",\"accesses\":[" + sides + "]}");
    if (m.accesses.size() < 2 || !covered(m.accesses[0]) || !covered(m.accesses[1])) continue;
    const std::string id = "\"cat\":\"finding\",\"name\":" + name + ",\"id\":" + std::to_string(++arrow);
    event("s", m.accesses[0].where, m.accesses[0].time, id);
    event("f", m.accesses[1].where, m.accesses[1].time, "\"bp\":\"e\"," + id);
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
          "\"dur\":" + std::to_string(w.end - w.start) + ",\"cat\":\"host\",\"name\":" + json_string(w.name) +
              ",\"args\":{" + w.arguments + "}");
  for (const phase& p : phases_)
    event("X", p.where, p.start,
          "\"dur\":" + std::to_string(p.end - p.start) + ",\"cat\":\"block\",\"name\":" +
              json_string(std::string(p.kernel) + " " + in_parentheses(p.block)) +
              ",\"args\":{\"launch\":" + std::to_string(p.launch) + ",\"phase\":" + std::to_string(p.number) +
              ",\"until\":" + json_string(until(p)) + ",\"accesses\":" + std::to_string(p.accesses) + "}");
  write_marks();
  std::fprintf(file_,
               "\n],\n\"otherData\":{\"time\":\"logical: one microsecond here is one access of a thread; it "
               "says nothing about speed\",\"dropped_slices\":%llu}}\n",
               static_cast<unsigned long long>(dropped_));
  const bool complete = !std::ferror(file_);
  return std::fclose(file_) == 0 && complete;
}

}  // namespace simcu::check::tracing
