// SPDX-License-Identifier: Apache-2.0
// In `(flip ? a : b)[i >> n]`, code from g++ 12 with its sanitizers for shifts, divisions and overflows
// computes the index only in the branch for `a`, and reads `b` at an uninitialised index. Passing the chosen
// array through a function prevents this.
#include <set>

#include "rewrites.h"

namespace translator {
namespace {

bool ends_before_expression(const source& s, std::size_t i) {
  if (s.tokens[i].kind == token_kind::identifier) {
    for (const char* word : {"return", "else", "do", "case", "throw", "co_return", "co_yield"})
      if (s.is(i, word)) return true;
    return false;
  }
  if (s.tokens[i].kind != token_kind::punctuator || s.is(i, "]")) return false;
  if (s.is(i, ">")) return open_angle(s, i) == kNone;
  if (!s.is(i, ")")) return true;
  const std::size_t open = s.tokens[i].match;
  for (const char* word : {"if", "for", "while", "switch", "constexpr"})
    if (open != kNone && open > 0 && s.is(open - 1, word)) return true;
  return false;
}

// Returns kNone if the innermost group has other brackets.
std::size_t enclosing_parenthesis(const source& s, std::size_t i) {
  for (std::size_t j = i; j-- > 0;) {
    const std::size_t match = s.tokens[j].match;
    if (match == kNone) continue;
    if (match > i) return s.is(j, "(") ? j : kNone;
    if (match < j) j = match;
  }
  return kNone;
}

}  // namespace

void rewrite_indexed_choices(context& c) {
  std::set<std::size_t> done;
  for (std::size_t i = 0; i < c.s.tokens.size(); ++i) {
    if (!c.s.is(i, "?")) continue;
    std::size_t open = enclosing_parenthesis(c.s, i);
    while (open != kNone && open > 0 && c.s.is(open - 1, "(") &&
           c.s.tokens[open - 1].match == c.s.tokens[open].match + 1)
      --open;
    if (open == kNone || open == 0 || !ends_before_expression(c.s, open - 1)) continue;
    const std::size_t close = c.s.tokens[open].match;
    if (!c.s.is(close + 1, "[") || !done.insert(open).second) continue;
    c.e.before(open, "::simcu::itself(");
    c.e.after(close, ")");
  }
}

}  // namespace translator
