// SPDX-License-Identifier: Apache-2.0
// A finding as text for people, and as JSON for machines.
#include "report/finding.h"
#include "report/text.h"
#include "symbolize.h"

namespace simcu::check {
namespace {

line_of_code line_of(const access& a) { return a.pc ? find_line(a.pc) : find_line(a.file, a.line); }

// `bins[i]++` in many threads: whatever orders it, it should be one atomic operation.
bool is_update(const std::string& code) {
  for (const char* sign : {"++", "--", "+=", "-=", "|=", "&=", "^="})
    if (code.find(sign) != std::string::npos) return true;
  return false;
}

std::string advice_for(const finding& f) {
  if (f.kind != "race" || f.accesses.size() != 2) return f.advice;
  const line_of_code a = line_of(f.accesses[0]), b = line_of(f.accesses[1]);
  if (a.line == b.line && a.file == b.file && is_update(a.code) && f.subkind != "global-cross-launch")
    return "Threads update one element in steps of read, change and write: use one atomic operation "
           "(atomicAdd and "
           "the like), or give each thread an element of its own.";
  return f.advice;
}

std::string json(const access& a) {
  const line_of_code at = line_of(a);
  std::string out = "{\"file\":" + json_string(at.file) + ",\"line\":" + std::to_string(at.line);
  if (a.has_thread) out += ",\"block\":" + json_list(a.block) + ",\"thread\":" + json_list(a.thread);
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
    const line_of_code at = line_of(a);
    out += "    " + a.op;
    if (!a.value.empty()) out += " (" + a.value + ")";
    if (a.has_thread) out += " by block " + in_parentheses(a.block) + ", thread " + in_parentheses(a.thread);
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
