// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "base/symbolize.h"
#include "report/code_places.h"
#include "report/finding.h"
#include "report/text.h"

namespace simcu::check {
namespace {

line_of_code line_of(const access& a) { return a.pc ? find_line(a.pc) : find_line(a.file, a.line); }

// An access in a library's own code is reported as the program's call.
bool in_call(const finding& f, const access& a) {
  return f.call.line > 0 && a.pc != nullptr && is_in_device_header(source_line(a.pc));
}
line_of_code line_for(const finding& f, const access& a) { return line_of(in_call(f, a) ? f.call : a); }

// Recognises an update like `bins[i]++`, which should be one atomic operation, but not `sum[i] += sum[j]`,
// whose threads read each other's elements.
bool is_update(const std::string& code, const std::string& array) {
  std::size_t elements = 0;
  for (std::size_t at = 0; !array.empty() && (at = code.find(array + "[", at)) != std::string::npos; ++at)
    elements +=
        at == 0 || (std::isalnum(static_cast<unsigned char>(code[at - 1])) == 0 && code[at - 1] != '_');
  if (elements > 1) return false;
  for (const char* sign : {"++", "--", "+=", "-=", "|=", "&=", "^="})
    if (code.find(sign) != std::string::npos) return true;
  return false;
}

// Returns the advice and its remedy. The lines' text can say more than their addresses.
std::pair<std::string, std::string> advice_for(const finding& f) {
  if (f.kind == "out-of-bounds" && !f.accesses.empty() && in_call(f, f.accesses[0]))
    return {"Each range, and the temporary storage, must be as long as the call's arguments say.", f.remedy};
  if (f.kind != "race" || f.accesses.size() != 2) return {f.advice, f.remedy};
  const line_of_code a = line_of(f.accesses[0]), b = line_of(f.accesses[1]);
  if (a.line == b.line && a.file == b.file && is_update(a.code, f.where.name) &&
      f.subkind != "global-cross-launch")
    return {
        "Threads update one element by reading, changing and writing it. Use one atomic operation (such "
        "as atomicAdd), or give each thread its own element.",
        "one-atomic"};
  const int first = std::min(a.line, b.line), last = std::max(a.line, b.line);
  const auto name = [](const std::string& path) { return path.substr(path.rfind('/') + 1); };
  if (f.barrier.line > first && f.barrier.line < last && a.file == b.file &&
      name(f.barrier.file) == name(a.file))
    return {
        "There is a barrier between the two lines, but not between these two accesses. If both lines are in "
        "a loop, its next iteration begins too early: put a __syncthreads() at the end of the loop, after "
        "line " +
            std::to_string(last) +
            ". Otherwise put it between the two accesses, in the order in which they run.",
        "barrier-after"};
  return {f.advice, f.remedy};
}

json side_as_json(const finding& f, const access& a) {
  const line_of_code at = line_for(f, a);
  json out = {{"file", at.file}, {"line", at.line}};
  if (a.has_thread) {
    out["block"] = as_json(a.block);
    out["thread"] = as_json(a.thread);
  }
  if (a.pc != nullptr) out["code"] = code_offset(a.pc);
  out["op"] = a.op;
  out["write"] = a.write;
  if (!a.value.empty()) out["value"] = a.value;
  out["source"] = at.code;
  return out;
}

json place_as_json(const place& p) {
  json out = {{"text", p.text}, {"name", p.name}};
  if (p.has_index) out["index"] = p.index;
  out["offset"] = p.offset;
  out["bytes"] = p.bytes;
  if (p.allocation >= 0) out["allocation"] = p.allocation;
  return out;
}

}  // namespace

std::string lines_of(const finding& f) {
  std::string out;
  for (const access& a : f.accesses) {
    const std::string line = a.pc ? source_line(a.pc) : "";
    if (line.empty()) return "";
    out += line + " ";
  }
  return out;
}

std::string as_text(const finding& f) {
  std::string out = "simcu: " + f.kind + (f.subkind.empty() ? "" : " (" + f.subkind + ")");
  if (!f.kernel.empty()) out += " in kernel `" + f.kernel + "`";
  out += ": " + f.message + "\n";
  bool call_told = f.call.line == 0;
  for (const access& a : f.accesses) {
    const line_of_code at = line_for(f, a);
    out += "    " + a.op;
    if (!a.value.empty()) out += " (" + a.value + ")";
    if (a.has_thread) out += " by block " + in_parentheses(a.block) + ", thread " + in_parentheses(a.thread);
    if (!at.file.empty())
      out += (in_call(f, a) ? ", in the call at " : ", at ") + at.file +
             (at.line ? ":" + std::to_string(at.line) : "");
    out += "\n";
    if (!at.code.empty()) out += "        " + at.code + "\n";
    call_told |= in_call(f, a);
  }
  if (!call_told) {
    const line_of_code at = line_of(f.call);
    out += "    called at " + at.file + ":" + std::to_string(at.line) + "\n";
    if (!at.code.empty()) out += "        " + at.code + "\n";
  }
  if (!f.values.empty()) out += "    " + f.values + "\n";
  if (const std::string advice = advice_for(f).first; !advice.empty()) out += "    " + advice + "\n";
  if (f.count > 1) out += "    (" + std::to_string(f.count) + " times)\n";
  return out;
}

json as_json(const finding& f) {
  const auto [advice, remedy] = advice_for(f);
  json out = {{"kind", f.kind}};
  if (!f.subkind.empty()) out["subkind"] = f.subkind;
  out["kernel"] = f.kernel;
  out["message"] = f.message + (advice.empty() ? "" : ". " + advice);
  out["advice"] = advice;
  if (!remedy.empty()) out["remedy"] = remedy;
  out["count"] = f.count;
  if (!f.values.empty()) out["values"] = f.values;
  if (f.call.line > 0) out["called_at"] = {{"file", f.call.file}, {"line", f.call.line}};
  if (!f.where.text.empty()) out["where"] = place_as_json(f.where);
  if (f.barrier.line > 0) out["barrier"] = {{"file", f.barrier.file}, {"line", f.barrier.line}};
  out["accesses"] = json::array();
  for (const access& a : f.accesses) out["accesses"].push_back(side_as_json(f, a));
  return out;
}

}  // namespace simcu::check
