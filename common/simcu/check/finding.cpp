// SPDX-License-Identifier: Apache-2.0
// Collects findings; at the end of the program prints them, writes SIMCU_REPORT, and sets the exit status.
#include "finding.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <tuple>

#include "stream.h"
#include "symbolize.h"

namespace simcu::check {
namespace {

constexpr std::size_t kMostFindings = 200;
constexpr int kDefaultStatus = 99;

using key = std::tuple<std::string, std::string, const void*, const void*>;

struct collection {
  std::vector<finding> all;
  std::map<key, std::size_t> known;
  std::uint64_t dropped = 0;
};
collection& findings() {
  static auto* c = new collection;
  return *c;
}

key key_of(const finding& f) {
  return {f.kind, f.subkind, f.accesses.empty() ? nullptr : f.accesses[0].pc,
          f.accesses.size() < 2 ? nullptr : f.accesses[1].pc};
}

std::string text(uint3 v) {
  return "(" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + ")";
}

// The text of line `line` of the file, without its indentation.
std::string quoted(const std::string& place) {
  const std::size_t colon = place.rfind(':');
  if (colon == std::string::npos) return "";
  std::ifstream file(place.substr(0, colon));
  std::string out;
  for (int line = std::atoi(place.c_str() + colon + 1); line > 0 && std::getline(file, out); --line) {
    if (line == 1) {
      const std::size_t start = out.find_first_not_of(" \t");
      return start == std::string::npos ? "" : out.substr(start);
    }
  }
  return "";
}

void print(const finding& f) {
  std::string out = "simcu: " + f.kind + (f.subkind.empty() ? "" : " (" + f.subkind + ")") + " in kernel `" +
                    f.kernel + "`: " + f.message + "\n";
  for (const access& a : f.accesses) {
    const std::string place = a.pc ? source_line(a.pc) : "";
    out += "    " + a.op;
    if (a.has_thread) out += " by block " + text(a.block) + ", thread " + text(a.thread);
    if (!place.empty()) {
      out += ", at " + place + "\n";
      const std::string code = quoted(place);
      if (!code.empty()) out += "        " + code;
    }
    out += "\n";
  }
  if (!f.advice.empty()) out += "    " + f.advice + "\n";
  if (f.count > 1) out += "    (" + std::to_string(f.count) + " times)\n";
  std::fputs(out.c_str(), stderr);
}

std::string json_string(const std::string& s) {
  std::string out = "\"";
  for (const char c : s) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", c);
      out += code;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string json(const access& a) {
  const std::string place = a.pc ? source_line(a.pc) : "";
  const std::size_t colon = place.rfind(':');
  std::string out = "{\"file\":" + json_string(place.substr(0, colon)) +
                    ",\"line\":" + (colon == std::string::npos ? "0" : place.substr(colon + 1));
  const auto list = [](uint3 v) {
    return "[" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + "]";
  };
  if (a.has_thread) out += ",\"block\":" + list(a.block) + ",\"thread\":" + list(a.thread);
  return out + ",\"op\":" + json_string(a.op) + "}";
}

std::string report_text() {
  std::string out = "{\"findings\":[";
  const auto& all = findings().all;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const finding& f = all[i];
    out += std::string(i ? ",\n" : "\n") + "{\"kind\":" + json_string(f.kind);
    if (!f.subkind.empty()) out += ",\"subkind\":" + json_string(f.subkind);
    out += ",\"kernel\":" + json_string(f.kernel) +
           ",\"message\":" + json_string(f.message + (f.advice.empty() ? "" : ". " + f.advice)) +
           ",\"count\":" + std::to_string(f.count) + ",\"accesses\":[";
    for (std::size_t k = 0; k < f.accesses.size(); ++k) out += (k ? "," : "") + json(f.accesses[k]);
    out += "]}";
  }
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

// Registered before main, so it runs after everything else that the program does at its end.
void at_end() {
  std::fflush(stdout);
  for (const finding& f : findings().all) print(f);
  if (findings().dropped)
    std::fprintf(stderr, "simcu: %llu more findings at further places are not shown\n",
                 static_cast<unsigned long long>(findings().dropped));
  int status = 0;
  if (const char* path = std::getenv("SIMCU_REPORT"); path && *path && !write_json(path)) {
    std::fprintf(stderr, "simcu: SIMCU_REPORT=%s: this file cannot be written\n", path);
    status = 2;
  }
  if (!findings().all.empty()) {
    const char* wanted = std::getenv("SIMCU_EXITCODE");
    status = wanted && *wanted ? std::atoi(wanted) : kDefaultStatus;
  }
  if (status != 0) {
    std::fflush(nullptr);
    _exit(status);
  }
}

const bool registered = (std::atexit(at_end), true);

}  // namespace

std::string take_report_text() {
  const std::string text = report_text();
  findings() = {};
  return text;
}

bool counted(const char* kind, const char* subkind, const void* pc, const void* other_pc) {
  (void)registered;
  collection& c = findings();
  const auto found = c.known.find({kind, subkind, pc, other_pc});
  if (found == c.known.end()) return false;
  if (found->second < c.all.size()) ++c.all[found->second].count;
  return true;
}

void report(finding f) {
  collection& c = findings();
  const auto [entry, fresh] = c.known.emplace(key_of(f), c.all.size());
  if (!fresh) {
    if (entry->second < c.all.size()) ++c.all[entry->second].count;
  } else if (c.all.size() < kMostFindings) {
    f.count = 1;
    c.all.push_back(std::move(f));
    event_stream::instance().found(c.all.back());
  } else {
    entry->second = kMostFindings;
    ++c.dropped;
  }
}

}  // namespace simcu::check
