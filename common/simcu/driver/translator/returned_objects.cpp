// SPDX-License-Identifier: Apache-2.0
// If f returns an object, the thread sanitizers don't see the store of `d[i] = f(x);` in device code. The
// rewrite inserts a temporary (returned in ../../include/simcu/kernel.h).
#include <set>

#include "rewrites.h"

namespace translator {
namespace {

// Extra names do no harm.
std::set<std::string_view> names_of_memory(const source& s) {
  std::set<std::string_view> names;
  bool declares = false;
  for (std::size_t i = 0; i + 1 < s.tokens.size(); ++i) {
    if (s.is(i, "__shared__") || s.is(i, "__device__") || s.is(i, "__managed__")) declares = true;
    if (s.is(i, ";") || s.is(i, "(") || s.is(i, "{")) declares = false;
    if (s.is_identifier(i) && (declares || (i > 0 && (s.is(i - 1, "&") || s.is(i - 1, "&&")))))
      names.insert(s.text(i));
  }
  return names;
}

// The `=` at i must be in a statement like `d[i].left = …`, `*p++ = …` or `s_total = …`, or after a comma or
// another `=`. The colon of a `?:` is mistaken for a label's colon.
bool assigns_to_memory(const source& s, std::size_t i, const std::set<std::string_view>& names) {
  const std::size_t end = s.is(i - 1, "++") || s.is(i - 1, "--") ? i - 1 : i;
  std::size_t first = expression_start(s, end);
  if (first == kNone || (is_keyword(s.text(first)) && !s.is(first, "this"))) return false;
  const bool named = names.count(s.text(first)) != 0;
  bool to_memory = false;
  for (std::size_t k = first; k < end; ++k)
    to_memory = to_memory || s.is(k, "[") || s.is(k, "->") || s.is(k, "(");
  for (; first > 0 && s.is(first - 1, "*"); --first) to_memory = true;
  if (begins_statement(s, first) || s.is(first - 1, "=")) return to_memory || named;
  // After a comma, a plain name may be a constexpr variable that is declared there.
  return to_memory && (s.is(first - 1, ":") || s.is(first - 1, ","));
}

// Without a left operand, `+` and the like are signs.
bool is_between(const source& s, std::size_t i) {
  for (const char* sign : {"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"})
    if (s.is(i, sign))
      return s.is(i - 1, ")") || s.is(i - 1, "]") || s.tokens[i - 1].kind == token_kind::number ||
             (s.is_identifier(i - 1) && !is_keyword(s.text(i - 1)));
  return false;
}

// Returns kNone if the value contains an assignment.
std::size_t end_of_value(const source& s, std::size_t i) {
  bool compares = false;  // or has template arguments, with their own commas
  const auto ends = [&](std::size_t k) {
    return s.is(k, ";") || s.is(k, ")") || s.is(k, "]") || s.is(k, "}") || (s.is(k, ",") && !compares);
  };
  std::size_t past = kNone;
  for (; !ends(i); i = past) {
    past = opens_group(s, i) ? past_group(s, i) : i + 1;
    if (past == kNone || past >= s.tokens.size() || s.is(i, "=")) return kNone;
    compares = compares || s.is(i, "<");
  }
  return i;
}

// A result is a call, `T{…}` or (with `operators`) an operator's result, even in parentheses or after a cast.
// For `?:` the last operand decides. Excludes possible bit-fields, which cannot be passed by reference.
bool is_result(const source& s, std::size_t first, std::size_t end, bool operators) {
  bool chooses = false, computes = false;
  for (std::size_t i = first, past = kNone; i < end; i = past) {
    past = opens_group(s, i) ? past_group(s, i) : i + 1;
    chooses = chooses || s.is(i, "?");
    computes = computes || (i > first && is_between(s, i));
    if (!s.is(i, ":") || !chooses) continue;
    first = past;
    computes = false;
  }
  if (first >= end) return false;
  if (operators && (computes || s.is(first, "-") || s.is(first, "~") || s.is(first, "!"))) return true;
  const std::size_t open = s.tokens[end - 1].match;
  if ((s.is(end - 1, ")") || s.is(end - 1, "}")) && open > first &&
      (s.is_identifier(open - 1) || s.is(open - 1, ">")) &&
      expression_start(s, s.is(end - 1, ")") ? end : open) == first)
    return true;
  if (!s.is(first, "(")) return false;
  const std::size_t past = past_group(s, first);
  return past == end ? is_result(s, first + 1, end - 1, operators) : is_result(s, past, end, operators);
}

}  // namespace

void rewrite_returned_objects(context& c) {
  const std::set<std::string_view> names = names_of_memory(c.s);
  bool operators = false;  // defined by the program
  for (const token& t : c.s.tokens) operators = operators || t.text == "operator";
  for (std::size_t i = 1; i + 1 < c.s.tokens.size(); ++i) {
    if (!c.s.is(i, "=")) continue;
    const declaration* d = c.functions.around(i);
    if (d == nullptr || !runs_on_device(c.s, *d) || is_constexpr(c.s, *d) ||
        !assigns_to_memory(c.s, i, names))
      continue;
    const std::size_t end = end_of_value(c.s, i + 1);
    if (end == kNone || !is_result(c.s, i + 1, end, operators)) continue;
    c.e.before(i + 1, "::simcu::returned(");
    c.e.after(end - 1, ")");
  }
}

}  // namespace translator
