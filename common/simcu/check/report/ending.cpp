// SPDX-License-Identifier: Apache-2.0
// Prints the findings, writes SIMCU_REPORT, and sets the exit status when the program ends.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>

#include "base/faults.h"
#include "base/symbolize.h"
#include "report/findings.h"
#include "report/text.h"

namespace simcu::check {
namespace {

constexpr int kDefaultStatus = 99;

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
  std::fprintf(stderr, "simcu: SIMCU_EXITCODE=%s is not valid: it must be a status from 0 to 255\n", wanted);
  return 2;
}

constexpr std::size_t kRacesInFull = 3;  // one missing barrier may cause many; beyond this number per array,
                                         // only the first is shown

bool is_same_array(const finding& a, const finding& b) {
  return a.kind == "race" && a.kind == b.kind && a.subkind == b.subkind && a.kernel == b.kernel &&
         !a.where.name.empty() && a.where.name == b.where.name;
}

void print_races_on(const finding& first, const std::deque<finding>& all) {
  std::set<int> lines;
  std::size_t count = 0;
  for (const finding& f : all) {
    if (&f == &first || !is_same_array(f, first)) continue;
    ++count;
    for (const access& a : f.accesses) lines.insert(a.pc ? find_line(a.pc).line : a.line);
  }
  std::string text;
  for (const int line : lines) text += (text.empty() ? "" : ", ") + std::to_string(line);
  std::fprintf(stderr, "    %zu more races on `%s` in lines %s; SIMCU_REPORT=FILE writes all of them\n",
               count, first.where.name.c_str(), text.c_str());
}

void print(const std::deque<finding>& all) {
  for (const finding& f : all) {
    const auto same = [&](const finding& other) { return is_same_array(other, f); };
    const bool many = std::count_if(all.begin(), all.end(), same) > static_cast<long>(kRacesInFull);
    if (many && &*std::find_if(all.begin(), all.end(), same) != &f) continue;
    std::fputs(as_text(f).c_str(), stderr);
    if (many) print_races_on(f, all);
  }
  if (const std::uint64_t dropped = dropped_findings())
    std::fprintf(stderr, "simcu: %llu more findings at other places are not shown\n",
                 static_cast<unsigned long long>(dropped));
}

void end(bool silently) {
  std::fflush(stdout);
  findings_listener* const above = listener_of_findings();
  if (above) above->program_ends();
  const std::deque<finding> all = merged_findings();
  if (!silently) print(all);
  int status = above && !above->finish() ? 2 : 0;
  if (const char* path = std::getenv("SIMCU_REPORT"); path && *path && !write_json(path)) {
    std::fprintf(stderr, "simcu: SIMCU_REPORT=%s: this file cannot be written\n", path);
    status = 2;
  }
  if (!all.empty() && status == 0) status = status_with_findings();
  if (status != 0) {
    std::fflush(nullptr);
    _exit(status);
  }
}

// Registered before main, so it runs after all other exit handlers of the program.
const bool registered = (std::atexit([] { end(false); }), true);

}  // namespace

void end_program(const finding* last) {
  (void)registered;
  if (the_fault_listener && last) {
    const std::string record =
        json_text({{"stopped", "checkers"}, {"findings", json::array({as_json(*last)})}});
    the_fault_listener(record.data(), record.size());
  }
  end(the_fault_listener != nullptr);
  _exit(kDefaultStatus);
}

void tell_last_findings() {
  if (the_fault_listener) return;
  try_after_fault(
      [](void*) {
        print(merged_findings());
        if (const char* path = std::getenv("SIMCU_REPORT"); path && *path) write_json(path);
      },
      nullptr);
}

void tell_findings_so_far() {
  if (!the_fault_listener) return tell_last_findings();
  try_after_fault(
      [](void*) {
        constexpr std::size_t kMostBytes = 32 * 1024;  // the record must fit into one message
        json findings = json::array();
        std::size_t bytes = 0;
        for (const finding& f : merged_findings()) {
          json one = as_json(f);
          bytes += json_text(one).size();
          if (bytes > kMostBytes) break;
          findings.push_back(std::move(one));
        }
        if (findings.empty()) return;
        const std::string record = json_text({{"stopped", "outside"}, {"findings", std::move(findings)}});
        the_fault_listener(record.data(), record.size());
      },
      nullptr);
}

void numbers_run_out(const char* what) {
  tell_end("This program has more " + std::string(what) +
           " than --check can distinguish. Check a smaller problem, or fewer launches in one run.");
  end_program(nullptr);
}

}  // namespace simcu::check
