// SPDX-License-Identifier: Apache-2.0
// Collects findings; at the end of the program prints them, writes SIMCU_REPORT, and sets the exit status.
#include "finding.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <tuple>

#include "checker.h"
#include "stream.h"

namespace simcu::check {
namespace {

constexpr std::size_t kMostFindings = 200;
constexpr int kDefaultStatus = 99;

using key = std::tuple<std::string, std::string, const void*, const void*>;

struct collection {
  std::deque<finding> all;
  std::map<key, std::size_t> known;
  std::uint64_t dropped = 0;
  finding too_many;  // stands for all that were dropped
};
collection& findings() {
  static auto* c = new collection;
  return *c;
}

key key_of(const finding& f) {
  return {f.kind, f.subkind, f.accesses.empty() ? nullptr : f.accesses[0].pc,
          f.accesses.size() < 2 ? nullptr : f.accesses[1].pc};
}

// One update like `++bins[i]` makes up to three findings: its reads and writes race with each other in every
// way. They become one.
std::deque<finding> merged() {
  std::deque<finding> out;
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> known;
  for (const finding& f : findings().all) {
    const std::string line = f.kind == "race" && f.accesses.size() == 2 ? common_line(f) : "";
    const auto [entry, fresh] = known.emplace(std::tuple{f.subkind, f.kernel, line}, out.size());
    if (fresh || line.empty()) {
      out.push_back(f);
      continue;
    }
    finding& first = out[entry->second];
    first.count = std::max(first.count, f.count);
    if (first.values.empty()) first.values = f.values;
  }
  return out;
}

std::string report_text() {
  std::string out = "{\"findings\":[";
  const std::deque<finding> all = merged();
  for (std::size_t i = 0; i < all.size(); ++i) out += (i ? ",\n" : "\n") + as_json(all[i]);
  out += "\n],\"dropped\":" + std::to_string(findings().dropped);
  event_stream::instance().add_to_report(out);
  return out + "}\n";
}

bool write_json(const char* path) {
  const std::string out = report_text();
  std::FILE* file = std::fopen(path, "w");
  if (!file) return false;
  const bool complete = std::fwrite(out.data(), 1, out.size(), file) == out.size();
  return std::fclose(file) == 0 && complete;
}

int status_with_findings() {
  const char* wanted = std::getenv("SIMCU_EXITCODE");
  if (!wanted || !*wanted) return kDefaultStatus;
  char* end = nullptr;
  const long status = std::strtol(wanted, &end, 10);
  if (*end == '\0' && status >= 0 && status <= 255) return static_cast<int>(status);
  std::fprintf(stderr, "simcu: SIMCU_EXITCODE=%s is not valid: a status from 0 to 255\n", wanted);
  return 2;
}

// Registered before main, so it runs after everything else that the program does at its end.
void at_end() {
  std::fflush(stdout);
  if (const char* leaks = std::getenv("SIMCU_LEAKS"); leaks && std::string(leaks) == "1")
    checker::instance().end_of_part(true);
  for (const finding& f : merged()) std::fputs(as_text(f).c_str(), stderr);
  if (findings().dropped)
    std::fprintf(stderr, "simcu: %llu more findings at further places are not shown\n",
                 static_cast<unsigned long long>(findings().dropped));
  int status = event_stream::instance().finish() ? 0 : 2;
  if (const char* path = std::getenv("SIMCU_REPORT"); path && *path && !write_json(path)) {
    std::fprintf(stderr, "simcu: SIMCU_REPORT=%s: this file cannot be written\n", path);
    status = 2;
  }
  if (!findings().all.empty() && status == 0) status = status_with_findings();
  if (status != 0) {
    std::fflush(nullptr);
    _exit(status);
  }
}

const bool registered = (std::atexit(at_end), true);

}  // namespace

void end_program() {
  at_end();
  _exit(kDefaultStatus);
}

std::string take_report_text() {
  const std::string text = report_text();
  findings() = {};
  return text;
}

finding* counted(const char* kind, const char* subkind, const void* pc, const void* other_pc) {
  (void)registered;
  collection& c = findings();
  const auto found = c.known.find({kind, subkind, pc, other_pc});
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
    c.all.push_back(std::move(f));
    event_stream::instance().found(c.all.back());
    return &c.all.back();
  } else {
    entry->second = kMostFindings;
    ++c.dropped;
  }
  return nullptr;
}

}  // namespace simcu::check
