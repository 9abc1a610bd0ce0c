// SPDX-License-Identifier: Apache-2.0
// `d[i] = f(x);` in device code, where f returns an object: the thread sanitizers don't see what a call
// stores (../../include/simcu/kernel.h, returned). In between, the object is one of its own.
#include "rewrites.h"

namespace translator {
namespace {

// `=` at i, after an element of an array or what a pointer or a function leads to: `d[i].left = …`,
// `*p++ = …`. A choice's colon is taken for a label's.
bool assigns_to_memory(const source& s, std::size_t i) {
  const std::size_t end = s.is(i - 1, "++") || s.is(i - 1, "--") ? i - 1 : i;
  std::size_t first = expression_start(s, end);
  if (first == kNone || (is_keyword(s.text(first)) && !s.is(first, "this"))) return false;
  bool to_memory = false;
  for (std::size_t k = first; k < end; ++k)
    to_memory = to_memory || s.is(k, "[") || s.is(k, "->") || s.is(k, "(");
  for (; first > 0 && s.is(first - 1, "*"); --first) to_memory = true;
  return to_memory && (begins_statement(s, first) || s.is(first - 1, ":"));
}

// The `)` before a `;`, of a call that is all there is from i on, or comes last in `c ? f(x) : g(x)`; kNone
// if something else is there.
std::size_t end_of_call(const source& s, std::size_t i) {
  const std::size_t end = statement_end(s, i);
  if (end == kNone || !s.is(end - 1, ")")) return kNone;
  bool chooses = false, lists = false;
  for (std::size_t k = i, past = kNone; k < end; k = past) {
    past = opens_group(s, k) ? past_group(s, k) : k + 1;
    if (past == kNone) return kNone;
    lists = lists || s.is(k, ",") || s.is(k, "=");
    chooses = chooses || s.is(k, "?");
    if (s.is(k, ":") && chooses) i = past;
  }
  if (chooses && lists) return kNone;
  const std::size_t open = s.tokens[end - 1].match;
  return expression_start(s, end) == i && open > i && (s.is_identifier(open - 1) || s.is(open - 1, ">"))
             ? end - 1
             : kNone;
}

}  // namespace

void rewrite_returned_objects(context& c) {
  for (std::size_t i = 1; i + 1 < c.s.tokens.size(); ++i) {
    if (!c.s.is(i, "=")) continue;
    const declaration* d = c.functions.around(i);
    if (d == nullptr || !runs_on_device(c.s, *d) || is_constexpr(c.s, *d) || !assigns_to_memory(c.s, i))
      continue;
    const std::size_t close = end_of_call(c.s, i + 1);
    if (close == kNone) continue;
    c.e.before(i + 1, "::simcu::returned(");
    c.e.after(close, ")");
  }
}

}  // namespace translator
