// SPDX-License-Identifier: Apache-2.0
#include "declarations.h"

namespace translator {
namespace {

// Handles `(*name)`, `(&name)[3]` and `(*name[2])(int)`.
std::size_t name_in_parentheses(const source& s, std::size_t open) {
  std::size_t name = kNone;
  for (std::size_t i = open + 1; i < s.tokens.size() && !s.is(i, ")") && !s.is(i, "["); ++i) {
    if (s.is(i, "(")) return name_in_parentheses(s, i);
    if (s.is_identifier(i) && !is_keyword(s.text(i))) name = i;
  }
  return name;
}

class parser {
 public:
  parser(const source& s, std::size_t first, std::size_t last) : s_(s), at_(first), last_(last) {}

  declarators run() {
    while (at_ != kNone && at_ < last_) step();
    finish();
    return std::move(out_);
  }

 private:
  void step() {
    std::string_view t = s_.text(at_);
    if (t == ",") {
      finish();
      ++at_;
    } else if (initialised_) {
      skip_value();
    } else if (t == "=") {
      initialised_ = true;
      ++at_;
    } else if (t == "(") {
      parentheses();
    } else if (t == "{") {
      type_body();
    } else if (t == "[") {
      if (!s_.is(at_ + 1, "[")) fixed_ = true;
      at_ = past_group(s_, at_);
    } else if (t == "<" && at_ > 0 && s_.is_identifier(at_ - 1)) {
      const std::size_t close = close_angle(s_, at_);
      at_ = close == kNone ? at_ + 1 : close + 1;
    } else {
      word(t);
      ++at_;
    }
  }

  void word(std::string_view t) {
    if (out_.list.empty() && (t == "struct" || t == "class" || t == "union" || t == "enum") && !seen_body_)
      out_.type_keyword = at_;
    if (s_.is_identifier(at_) && !is_keyword(t) && !fixed_) name_ = at_;
  }

  void parentheses() {
    const bool of_a_word = at_ > 0 && takes_parentheses(s_.text(at_ - 1));
    if (of_a_word || fixed_) {
      // alignas(…), or the parameters of a function pointer
    } else if (s_.is(at_ + 1, "*") || s_.is(at_ + 1, "&")) {
      name_ = name_in_parentheses(s_, at_);
      fixed_ = true;
    } else {
      initialised_ = true;
    }
    at_ = past_group(s_, at_);
  }

  void type_body() {
    if (out_.type_keyword == kNone || seen_body_) return skip_value();
    out_.type_body = at_;
    out_.type_has_name = name_ != kNone;
    seen_body_ = true;
    name_ = kNone;
    at_ = past_group(s_, at_);
  }

  void skip_value() {
    initialised_ = true;
    if (opens_group(s_, at_)) {
      at_ = past_group(s_, at_);
      return;
    }
    const bool angle = s_.is(at_, "<") && s_.is_identifier(at_ - 1);
    const std::size_t close = angle ? close_angle(s_, at_) : kNone;
    at_ = close == kNone || close >= last_ ? at_ + 1 : close + 1;
  }

  void finish() {
    if (name_ != kNone) out_.list.push_back({name_, initialised_});
    name_ = kNone;
    fixed_ = initialised_ = false;
  }

  const source& s_;
  std::size_t at_, last_;
  declarators out_;
  std::size_t name_ = kNone;
  bool fixed_ = false;
  bool initialised_ = false;
  bool seen_body_ = false;
};

}  // namespace

declarators parse_declarators(const source& s, std::size_t first, std::size_t last) {
  return parser(s, first, last).run();
}

}  // namespace translator
