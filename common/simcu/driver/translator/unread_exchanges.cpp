// SPDX-License-Identifier: Apache-2.0
// `atomicExch(p, value);` as a statement stores and reads nothing. Under --check it may come first to memory
// that nobody has written, as a store may: the call gets one more argument.
#include "rewrites.h"

namespace translator {
namespace {

bool is_exchange(const source& s, std::size_t i) {
  return s.is(i, "atomicExch") || s.is(i, "atomicExch_block") || s.is(i, "atomicExch_system");
}

// Whether token i is the first one of a statement. A label's colon is taken for a choice's.
bool begins_statement(const source& s, std::size_t i) {
  if (i == 0) return false;
  for (const char* before : {";", "{", "}", "else", "do"})
    if (s.is(i - 1, before)) return true;
  const std::size_t open = s.is(i - 1, ")") ? s.tokens[i - 1].match : kNone;
  if (open == kNone || open == 0) return false;
  for (const char* word : {"if", "for", "while", "constexpr"})
    if (s.is(open - 1, word)) return true;
  return open + 2 == i - 1 && s.is(open + 1, "void");  // a cast
}

}  // namespace

void rewrite_unread_exchanges(context& c) {
  for (const declaration& d : c.declarations)
    if (d.is_function() && is_exchange(c.s, d.name)) return;  // an overload of the program's
  for (std::size_t i = 0; i < c.s.tokens.size(); ++i) {
    if (!is_exchange(c.s, i) || !c.s.is(i + 1, "(") || !begins_statement(c.s, i)) continue;
    const std::size_t close = c.s.tokens[i + 1].match;
    if (close != kNone && close != i + 2 && c.s.is(close + 1, ";"))
      c.e.before(close, ", ::simcu::nobody_reads{}");
  }
}

}  // namespace translator
