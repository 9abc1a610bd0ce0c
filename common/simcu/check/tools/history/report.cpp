// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <nlohmann/json.hpp>

#include "history.h"
#include "report/text.h"
#include "state/values.h"

namespace simcu::check::watching {
namespace {

class scanner {
 public:
  explicit scanner(const std::string& text) : at_(text.c_str()) {}
  bool done() const { return *at_ == 0; }
  bool take(char c) { return *at_ == c && ++at_; }
  bool number(std::uint64_t& n) {
    const char* const begin = at_;
    for (n = 0; *at_ >= '0' && *at_ <= '9' && at_ - begin < 16; ++at_)
      n = 10 * n + static_cast<unsigned>(*at_ - '0');
    return at_ != begin;
  }
  bool number(unsigned& n) {
    std::uint64_t wide = 0;
    const bool found = number(wide);
    n = static_cast<unsigned>(wide);
    return found && wide == n;
  }
  std::string name() {
    const char* const begin = at_;
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    while (letter(*at_) || (at_ != begin && ((*at_ >= '0' && *at_ <= '9') || *at_ == ':'))) ++at_;
    return {begin, at_};
  }

 private:
  const char* at_;
};

bool parse_allocation(scanner& s, element_wanted& out) {
  std::uint64_t number = 0, bytes = 4;
  if (!s.number(number) || !s.take(':') || !s.number(out.offset)) return false;
  if (s.take(':') && !s.number(bytes)) return false;
  out.allocation = static_cast<std::int64_t>(number);
  out.bytes = bytes;
  return s.done() && bytes >= 1 && bytes <= kValueBytes;
}

json as_json(const step& s) {
  json out = {{"step", s.number}, {"kernel", s.kernel}, {"op", s.op}};
  if (s.has_thread) {
    const line_of_code c = find_line(s.pc);
    out["block"] = check::as_json(s.block);
    out["thread"] = check::as_json(s.thread);
    out["barriers"] = s.barriers;
    out["file"] = c.file;
    out["line"] = c.line;
    out["source"] = c.code;
  }
  out["before"] = s.before;
  out["after"] = s.after;
  return out;
}

void print_step(const step& s) {
  const std::string value = s.before == s.after || s.before.empty() ? s.after : s.before + " -> " + s.after;
  if (!s.has_thread) {
    const std::string what =
        std::string(s.op) == "launch" ? "kernel `" + std::string(s.kernel) + "` begins" : s.op;
    std::fprintf(stderr, "  %8s  %-38s  %s\n", "", what.c_str(), value.c_str());
    return;
  }
  const line_of_code c = find_line(s.pc);
  const std::string who = "block " + in_parentheses(s.block) + " thread " + in_parentheses(s.thread);
  std::fprintf(stderr, "  %8llu  %-38s  %s %s", static_cast<unsigned long long>(s.number), who.c_str(), s.op,
               value.c_str());
  if (!c.file.empty())
    std::fprintf(stderr, ", at %s%s", c.file.c_str(), c.line ? (":" + std::to_string(c.line)).c_str() : "");
  std::fprintf(stderr, "%s%s\n", c.code.empty() ? "" : "  | ", c.code.c_str());
}

}  // namespace

bool parse(const std::string& text, element_wanted& out) {
  out = {};
  out.text = text;
  scanner s(text);
  out.name = s.name();
  if (out.name.empty()) return parse_allocation(s, out);
  while (s.take('[')) {
    std::uint64_t i = 0;
    if (!s.number(i) || !s.take(']')) return false;
    out.index.push_back(i);
  }
  if (s.take('@')) {
    out.one_block = true;
    if (!s.number(out.block.x)) return false;
    if (s.take(',') && !s.number(out.block.y)) return false;
    if (s.take(',') && !s.number(out.block.z)) return false;
  }
  return s.done() && out.index.size() <= 3;
}

void history::add_to_report(json& report) {
  settle();
  if (first_.empty()) return;
  json& steps = report["history"] = json::array();
  for (const step& s : first_) steps.push_back(as_json(s));
  for (const step& s : last_) steps.push_back(as_json(s));
  report["history_left_out"] = left_out_;
  first_.clear();
  last_.clear();
  left_out_ = 0;
  taken_ = true;
}

void history::print() const {
  if (first_.empty()) {
    if (taken_) return;
    std::string names;
    for (const std::string& n : names_) names += (names.empty() ? "" : ", ") + n;
    std::fprintf(stderr, "simcu: SIMCU_WATCH=%s: no kernel accessed this element%s%s%s\n",
                 wanted_.text.c_str(), names.empty() ? "" : "; the names in this run were: ", names.c_str(),
                 names.empty() ? "" : ".");
    return;
  }
  std::fprintf(stderr, "simcu: the history of %s (the numbers count all accesses of the launch)\n",
               wanted_.text.c_str());
  for (const step& s : first_) print_step(s);
  if (left_out_)
    std::fprintf(stderr, "  %8s  … %llu steps are not shown\n", "",
                 static_cast<unsigned long long>(left_out_));
  for (const step& s : last_) print_step(s);
}

}  // namespace simcu::check::watching
