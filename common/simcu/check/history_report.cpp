// SPDX-License-Identifier: Apache-2.0
// SIMCU_WATCH as text, and a history as JSON and as a list for people.
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "history.h"
#include "symbolize.h"
#include "values.h"

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

std::string list(uint3 v, const char* open, const char* close) {
  return open + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + close;
}

struct code {
  std::string file, line = "0", source;
};

code code_at(const void* pc) {
  const std::string place = pc ? source_line(pc) : "";
  const std::size_t colon = place.rfind(':');
  code c;
  c.file = place.substr(0, colon);
  if (colon == std::string::npos) return c;
  c.line = place.substr(colon + 1);
  std::ifstream in(c.file);
  std::string text;
  for (int at = std::atoi(c.line.c_str()); at > 0 && std::getline(in, text); --at) {
    if (at > 1) continue;
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin != std::string::npos) c.source = text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
  }
  return c;
}

std::string in_quotes(const std::string& s) {
  std::string out = "\"";
  for (const char c : s) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out + "\"";
}

std::string as_json(const step& s) {
  std::string out = "{\"step\":" + std::to_string(s.number) + ",\"kernel\":" + in_quotes(s.kernel) +
                    ",\"op\":" + in_quotes(s.op);
  if (s.has_thread) {
    const code c = code_at(s.pc);
    out += ",\"block\":" + list(s.block, "[", "]") + ",\"thread\":" + list(s.thread, "[", "]") +
           ",\"barriers\":" + std::to_string(s.barriers) + ",\"file\":" + in_quotes(c.file) +
           ",\"line\":" + c.line + ",\"source\":" + in_quotes(c.source);
  }
  return out + ",\"before\":" + in_quotes(s.before) + ",\"after\":" + in_quotes(s.after) + "}";
}

void print_step(const step& s) {
  const std::string value = s.before == s.after || s.before.empty() ? s.after : s.before + " -> " + s.after;
  if (!s.has_thread) {
    const std::string what =
        std::string(s.op) == "launch" ? "kernel `" + std::string(s.kernel) + "` begins" : s.op;
    std::fprintf(stderr, "  %8s  %-38s  %s\n", "", what.c_str(), value.c_str());
    return;
  }
  const code c = code_at(s.pc);
  const std::string who = "block " + list(s.block, "(", ")") + " thread " + list(s.thread, "(", ")");
  std::fprintf(stderr, "  %8llu  %-38s  %s %s", static_cast<unsigned long long>(s.number), who.c_str(), s.op,
               value.c_str());
  if (!c.file.empty())
    std::fprintf(stderr, ", at %s%s%s", c.file.c_str(), c.line == "0" ? "" : ":",
                 c.line == "0" ? "" : c.line.c_str());
  std::fprintf(stderr, "%s%s\n", c.source.empty() ? "" : "  | ", c.source.c_str());
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
