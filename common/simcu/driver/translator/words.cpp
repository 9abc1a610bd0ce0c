// SPDX-License-Identifier: Apache-2.0
// Replaces or removes certain words of CUDA wherever they appear.
#include <unordered_map>
#include <unordered_set>

#include "rewrites.h"
#include "word_list.h"

namespace translator {
namespace {

void remove_with_parentheses(context& c, std::size_t i) {
  const std::size_t past = c.s.is(i + 1, "(") ? past_group(c.s, i + 1) : kNone;
  c.e.remove(i, past == kNone ? i + 1 : past);
}

// CUDA allows `inline __forceinline__`, but in C++ `inline` may appear only once.
bool already_inline(const source& s, std::size_t i) {
  for (std::size_t k = statement_start(s, i); k < s.tokens.size(); ++k) {
    if (s.is(k, "inline") || s.is(k, "__inline__") || s.is(k, "__inline")) return true;
    if (s.is(k, "__forceinline__") && k < i) return true;
    if (k > i && (s.is(k, "(") || s.is(k, ";") || s.is(k, "{"))) return false;
  }
  return false;
}

bool in_attribute(const source& s, std::size_t i) {
  return i > 1 && (s.is(i - 1, "(") || s.is(i - 1, ",")) && (s.is(i + 1, ")") || s.is(i + 1, ","));
}

// Returns whether this is a call of the C library's function: not of a member, not a declaration, and in no
// namespace except std.
void call_instead(context& c, std::size_t i, const char* replacement) {
  const source& s = c.s;
  if (!s.is(i + 1, "(") || i == 0 || s.is(i - 1, ".") || s.is(i - 1, "->")) return;
  if (s.is_identifier(i - 1) && (!is_keyword(s.text(i - 1)) || s.is(i - 1, "int") || s.is(i - 1, "void")))
    return;
  if (s.is(i - 1, "::")) {
    const bool named = i > 1 && s.is_identifier(i - 2) && !is_keyword(s.text(i - 2));
    if (named && !s.is(i - 2, "std")) return;
    c.e.remove(named ? i - 2 : i - 1, i);
  }
  c.e.replace(i, replacement);
}

void drop_pragmas(context& c) {
  static const word_list kDropped(
      "diag_default diag_suppress diag_warning hd_warning_disable nounroll nv_abi nv_diag_default "
      "nv_diag_error nv_diag_once nv_diag_suppress nv_diag_warning nv_diagnostic nv_exec_check_disable "
      "nv_weak_odr unroll");
  for (std::size_t i = 0; i < c.s.between.size(); ++i) {
    const trivia& t = c.s.between[i];
    if (!t.is_pragma) continue;
    const std::size_t start = t.text.find("pragma");
    const std::size_t word = start == t.text.npos ? start : t.text.find_first_not_of(" \t", start + 6);
    if (word == t.text.npos) continue;
    std::string_view name = t.text.substr(word);
    name = name.substr(0, name.find_first_of(" \t\r\n(;"));
    if (kDropped.has(name)) c.e.drop_pragma(i);
  }
}

}  // namespace

void rewrite_words(context& c) {
  static const std::unordered_set<std::string_view> kRemoved = {
      "__global__",  "__device__", "__host__",         "__constant__",
      "__managed__", "__shared__", "__grid_constant__"};
  static const std::unordered_set<std::string_view> kRemovedWithParentheses = {
      "__launch_bounds__", "__maxnreg__", "__block_size__"};
  static const std::unordered_map<std::string_view, const char*> kCalls = {
      {"printf", "::simcu::printf"},
      {"__assert_fail", "::simcu::assert_fail"},
      {"clock", "::simcu::clock"},
      // The checkers would not see a copy (of 12 bytes, for example) that the compiler makes on its own.
      {"__builtin_memcpy", "::memcpy"},
      {"__builtin_memmove", "::memmove"},
      {"__builtin_memset", "::memset"}};
  for (std::size_t i = 0; i < c.s.tokens.size(); ++i) {
    if (!c.s.is_identifier(i)) continue;
    const std::string_view t = c.s.text(i);
    if (kRemoved.count(t)) {
      c.e.remove(i, i + 1);
    } else if (kRemovedWithParentheses.count(t)) {
      remove_with_parentheses(c, i);
    } else if (t == "__forceinline__") {
      c.e.replace(i, already_inline(c.s, i) ? "__attribute__((always_inline))"
                                            : "inline __attribute__((always_inline))");
    } else if (t == "__noinline__" && !in_attribute(c.s, i)) {
      c.e.replace(i, "__attribute__((noinline))");
    } else if (t == "__align__" && c.s.is(i + 1, "(") && c.s.tokens[i + 1].match != kNone) {
      c.e.replace(i, "__attribute__((aligned");
      c.e.replace(c.s.tokens[i + 1].match, ")))");
    } else if (auto call = kCalls.find(t); call != kCalls.end()) {
      call_instead(c, i, call->second);
    }
  }
  drop_pragmas(c);
}

}  // namespace translator
