// SPDX-License-Identifier: Apache-2.0
// Gives other threads a turn at once in loops that only wait, such as `while (flag == 0);` on a volatile
// flag.
#include "rewrites.h"

namespace translator {
namespace {

constexpr const char* kHint = "::simcu::spin_hint();";

// The end of `do statement; while (…);` without braces looks like a separate loop.
bool has_bare_do(const source& s, const declaration& d) {
  for (std::size_t i = d.body; i < d.last; ++i)
    if (s.is(i, "do") && !s.is(i + 1, "{")) return true;
  return false;
}

bool ends_do(const source& s, std::size_t i) {
  return s.is(i - 1, "}") && s.tokens[i - 1].match != kNone && s.is(s.tokens[i - 1].match - 1, "do");
}

bool changes_something(const source& s, std::size_t i) {
  const std::string_view t = s.text(i);
  return t == "++" || t == "--" ||
         (t.size() > 1 && t.back() == '=' && t != "==" && t != "!=" && t != "<=" && t != ">=");
}

// The body of `do { v = flag; } while (v == 0);` only reads.
bool only_reads(const source& s, std::size_t open, std::size_t end) {
  unsigned statements = 0;
  for (std::size_t i = open + 1; i < end; ++i) {
    if (changes_something(s, i) || s.is(i, "{")) return false;
    statements += s.is(i, ";");
  }
  return statements == 1;
}

bool is_empty(const source& s, std::size_t open) {
  std::size_t i = open + 1;
  while (s.is(i, ";")) ++i;
  return s.tokens[open].match == i;
}

void rewrite_loop(context& c, const declaration& d, std::size_t i) {
  const source& s = c.s;
  const std::size_t past = past_group(s, i + 1);
  if (past == kNone) return;
  if (ends_do(s, i)) {
    const std::size_t close = i - 1, open = s.tokens[close].match;
    if (only_reads(s, open, close) && only_reads(s, i + 1, past + 1)) c.e.before(close, kHint);
  } else if (s.is(past, "{")) {
    if (is_empty(s, past)) c.e.after(past, kHint);  // on the line of the loop's condition
  } else if (s.is(past, ";") && !has_bare_do(s, d)) {
    c.e.replace(past, kHint);
  }
}

}  // namespace

void rewrite_spin_loops(context& c) {
  for (const declaration& d : c.declarations) {
    if (!d.is_definition() || !runs_on_device(c.s, d) || is_constexpr(c.s, d)) continue;
    for (std::size_t i = d.body; i < d.last; ++i)
      if (c.s.is(i, "while") && c.s.is(i + 1, "(")) rewrite_loop(c, d, i);
  }
}

}  // namespace translator
