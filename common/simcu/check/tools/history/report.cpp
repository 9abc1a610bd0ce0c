// SPDX-License-Identifier: Apache-2.0
// SIMCU_WATCH as text, and a history as JSON and as a list for people.
#include <cstdio>

#include "history.h"
#include "report/text.h"
#include "state/values.h"

namespace simcu::check::watching {
namespace {

// Reads a text from left to right.
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

std::string as_json(const step& s) {
  std::string out = "{\"step\":" + std::to_string(s.number) + ",\"kernel\":" + json_string(s.kernel) +
                    ",\"op\":" + json_string(s.op);
  if (s.has_thread) {
    const line_of_code c = find_line(s.pc);
    out += ",\"block\":" + json_list(s.block) + ",\"thread\":" + json_list(s.thread) +
           ",\"barriers\":" + std::to_string(s.barriers) + ",\"file\":" + json_string(c.file) +
           ",\"line\":" + std::to_string(c.line) + ",\"source\":" + json_string(c.code);
  }
  return out + ",\"before\":" + json_string(s.before) + ",\"after\":" + json_string(s.after) + "}";
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

void history::add_to_report(std::string& json) {
  settle();
  if (first_.empty()) return;
  json += ",\n\"history\":[";
  const char* comma = "\n";
  for (const step& s : first_) json += comma + as_json(s), comma = ",\n";
  for (const step& s : last_) json += comma + as_json(s), comma = ",\n";
  json += "\n],\"history_left_out\":" + std::to_string(left_out_);
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
    std::fprintf(stderr, "simcu: SIMCU_WATCH=%s: no kernel came near such an element%s%s%s\n",
                 wanted_.text.c_str(), names.empty() ? "" : "; names that were seen: ", names.c_str(),
                 names.empty() ? "" : ".");
    return;
  }
  std::fprintf(stderr, "simcu: the history of %s (the number counts all accesses of the launch)\n",
               wanted_.text.c_str());
  for (const step& s : first_) print_step(s);
  if (left_out_)
    std::fprintf(stderr, "  %8s  … %llu steps are not shown\n", "",
                 static_cast<unsigned long long>(left_out_));
  for (const step& s : last_) print_step(s);
}

}  // namespace simcu::check::watching
