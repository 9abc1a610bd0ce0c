// SPDX-License-Identifier: Apache-2.0
// A finding as text for people, and as JSON for machines.
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "finding.h"
#include "symbolize.h"

namespace simcu::check {
namespace {

std::string text(uint3 v) {
  return "(" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + ")";
}

struct line_of_code {
  std::string file;
  int line = 0;
  std::string code;  // without its indentation; empty if the file cannot be read
};

line_of_code find_line(const access& a) {
  line_of_code out;
  out.file = a.file;
  out.line = a.line;
  if (a.pc) {
    const std::string place = source_line(a.pc);
    const std::size_t colon = place.rfind(':');
    out.file = place.substr(0, colon);
    out.line = colon == std::string::npos ? 0 : std::atoi(place.c_str() + colon + 1);
  }
  if (out.line == 0) return out;
  std::ifstream file(out.file);
  std::string code;
  for (int line = 1; std::getline(file, code); ++line) {
    if (line != out.line) continue;
    const std::size_t start = code.find_first_not_of(" \t");
    if (start != std::string::npos) out.code = code.substr(start, code.find_last_not_of(" \t\r") + 1 - start);
    break;
  }
  return out;
}

// `bins[i]++` in many threads: whatever orders it, it should be one atomic operation.
bool is_update(const std::string& code) {
  for (const char* sign : {"++", "--", "+=", "-=", "|=", "&=", "^="})
    if (code.find(sign) != std::string::npos) return true;
  return false;
}

std::string advice_for(const finding& f) {
  if (f.kind != "race" || f.accesses.size() != 2) return f.advice;
  const line_of_code a = find_line(f.accesses[0]), b = find_line(f.accesses[1]);
  if (a.line == b.line && a.file == b.file && is_update(a.code) && f.subkind != "global-cross-launch")
    return "Threads update one element in steps of read, change and write: use one atomic operation "
           "(atomicAdd and "
           "the like), or give each thread an element of its own.";
  return f.advice;
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
  const line_of_code at = find_line(a);
  const auto list = [](uint3 v) {
    return "[" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + "]";
  };
  std::string out = "{\"file\":" + json_string(at.file) + ",\"line\":" + std::to_string(at.line);
  if (a.has_thread) out += ",\"block\":" + list(a.block) + ",\"thread\":" + list(a.thread);
  out += ",\"op\":" + json_string(a.op);
  if (!a.value.empty()) out += ",\"value\":" + json_string(a.value);
  return out + ",\"source\":" + json_string(at.code) + "}";
}

std::string json(const place& p) {
  std::string out = "{\"text\":" + json_string(p.text) + ",\"name\":" + json_string(p.name);
  if (p.has_index) out += ",\"index\":" + std::to_string(p.index);
  out += ",\"offset\":" + std::to_string(p.offset) + ",\"bytes\":" + std::to_string(p.bytes);
  if (p.allocation >= 0) out += ",\"allocation\":" + std::to_string(p.allocation);
  return out + "}";
}

}  // namespace

std::string common_line(const finding& f) {
  const std::string a = source_line(f.accesses[0].pc);
  return a == source_line(f.accesses[1].pc) ? a : "";
}

std::string as_text(const finding& f) {
  std::string out = "simcu: " + f.kind + (f.subkind.empty() ? "" : " (" + f.subkind + ")");
  if (!f.kernel.empty()) out += " in kernel `" + f.kernel + "`";
  out += ": " + f.message + "\n";
  for (const access& a : f.accesses) {
    const line_of_code at = find_line(a);
    out += "    " + a.op;
    if (!a.value.empty()) out += " (" + a.value + ")";
    if (a.has_thread) out += " by block " + text(a.block) + ", thread " + text(a.thread);
    if (!at.file.empty()) out += ", at " + at.file + (at.line ? ":" + std::to_string(at.line) : "");
    out += "\n";
    if (!at.code.empty()) out += "        " + at.code + "\n";
  }
  if (!f.values.empty()) out += "    " + f.values + "\n";
  const std::string advice = advice_for(f);
  if (!advice.empty()) out += "    " + advice + "\n";
  if (f.count > 1) out += "    (" + std::to_string(f.count) + " times)\n";
  return out;
}

std::string as_json(const finding& f) {
  const std::string advice = advice_for(f);
  std::string out = "{\"kind\":" + json_string(f.kind);
  if (!f.subkind.empty()) out += ",\"subkind\":" + json_string(f.subkind);
  out += ",\"kernel\":" + json_string(f.kernel) +
         ",\"message\":" + json_string(f.message + (advice.empty() ? "" : ". " + advice)) +
         ",\"advice\":" + json_string(advice) + ",\"count\":" + std::to_string(f.count);
  if (!f.values.empty()) out += ",\"values\":" + json_string(f.values);
  if (!f.where.text.empty()) out += ",\n \"where\":" + json(f.where);
  out += ",\n \"accesses\":[";
  for (std::size_t k = 0; k < f.accesses.size(); ++k) out += (k ? ",\n  " : "") + json(f.accesses[k]);
  return out + "]}";
}

}  // namespace simcu::check
