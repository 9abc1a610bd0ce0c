// SPDX-License-Identifier: Apache-2.0
#include "source.h"

#include "word_list.h"

namespace translator {

std::string source::where(std::size_t i) const {
  const position& at = tokens[i].at;
  return (at.file < 0 ? std::string("<input>") : files[static_cast<std::size_t>(at.file)]) + ":" +
         std::to_string(at.line);
}

bool opens_group(const source& s, std::size_t i) {
  return s.tokens[i].kind == token_kind::punctuator && (s.is(i, "(") || s.is(i, "[") || s.is(i, "{"));
}

std::size_t past_group(const source& s, std::size_t i) {
  const std::size_t match = s.tokens[i].match;
  return match == kNone || match < i ? kNone : match + 1;
}

std::size_t close_angle(const source& s, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < s.tokens.size();) {
    if (opens_group(s, i)) {
      i = past_group(s, i);
      if (i == kNone) return kNone;
      continue;
    }
    if (s.is(i, "<")) ++depth;
    if (s.is(i, ">") && --depth == 0) return i;
    if (s.is(i, ";") || s.is(i, ")") || s.is(i, "]") || s.is(i, "}") || s.is(i, "<<<")) return kNone;
    ++i;
  }
  return kNone;
}

std::size_t open_angle(const source& s, std::size_t close) {
  int depth = 0;
  for (std::size_t i = close;; --i) {
    if (s.is(i, ")") || s.is(i, "]") || s.is(i, "}")) {
      if (s.tokens[i].match == kNone || s.tokens[i].match == 0) return kNone;
      i = s.tokens[i].match;
    } else if (s.is(i, ">")) {
      ++depth;
    } else if (s.is(i, "<")) {
      if (--depth == 0) return i;
    } else if (s.is(i, ";") || s.is(i, "(") || s.is(i, "[") || s.is(i, "{")) {
      return kNone;
    }
    if (i == 0) return kNone;
  }
}

namespace {

bool is_control(const source& s, std::size_t i) {
  return s.is(i, "if") || s.is(i, "while") || s.is(i, "for") || s.is(i, "switch") || s.is(i, "constexpr");
}

}  // namespace

std::size_t expression_start(const source& s, std::size_t end) {
  std::size_t i = end;
  while (i > 0) {
    const std::size_t last = i - 1;
    if (s.is(last, ">")) {
      const std::size_t open = open_angle(s, last);
      if (open == kNone || open == 0 || !s.is_identifier(open - 1)) return kNone;
      i = open;
      continue;
    }
    if (s.is(last, "]")) {
      if (s.tokens[last].match == kNone) return kNone;
      i = s.tokens[last].match;
      continue;
    }
    if (s.is(last, ")")) {
      const std::size_t open = s.tokens[last].match;
      if (open == kNone) return kNone;
      i = open;
      if (i == 0) return i;
      const bool called = (s.is_identifier(i - 1) && !is_keyword(s.text(i - 1))) || s.is(i - 1, ">") ||
                          s.is(i - 1, "]") ||
                          (s.is(i - 1, ")") && s.tokens[i - 1].match != kNone && s.tokens[i - 1].match > 0 &&
                           !is_control(s, s.tokens[i - 1].match - 1));
      if (called) continue;
      return i;
    }
    if (!s.is_identifier(last) || (is_keyword(s.text(last)) && !s.is(last, "this"))) return kNone;
    i = last;
    if (i > 0 && s.is(i - 1, "template")) --i;
    if (i > 0 && s.is(i - 1, "::")) {
      --i;
      if (i > 0 && ((s.is_identifier(i - 1) && !is_keyword(s.text(i - 1))) || s.is(i - 1, ">"))) continue;
      return i;
    }
    if (i > 0 && (s.is(i - 1, ".") || s.is(i - 1, "->"))) {
      --i;
      continue;
    }
    return i;
  }
  return i == end ? kNone : i;
}

bool begins_statement(const source& s, std::size_t i) {
  if (i == 0) return false;
  for (const char* before : {";", "{", "}", "else", "do"})
    if (s.is(i - 1, before)) return true;
  const std::size_t open = s.is(i - 1, ")") ? s.tokens[i - 1].match : kNone;
  if (open == kNone || open == 0) return false;
  for (const char* word : {"if", "for", "while", "constexpr"})
    if (s.is(open - 1, word)) return true;
  return open + 2 == i - 1 && s.is(open + 1, "void");
}

bool is_keyword(std::string_view word) {
  static const word_list kWords(
      "__align__ __attribute__ __const __constant__ __device__ __extension__ __forceinline__ __global__ "
      "__grid_constant__ __host__ __inline __inline__ __launch_bounds__ __managed__ __noinline__ __restrict "
      "__restrict__ __shared__ __signed__ __volatile__ alignas alignof asm auto bool break case catch char "
      "char16_t char32_t class co_await co_return co_yield concept const const_cast consteval constexpr "
      "constinit continue decltype default delete do double dynamic_cast else enum explicit extern false "
      "final float for friend goto if inline int long mutable namespace new noexcept nullptr operator "
      "override private protected public register reinterpret_cast requires return short signed sizeof "
      "static static_assert static_cast struct switch template this thread_local throw true try typedef "
      "typeid typename union unsigned using virtual void volatile wchar_t while");
  return kWords.has(word);
}

bool takes_parentheses(std::string_view word) {
  static const word_list kWords(
      "__align__ __attribute __attribute__ __block_size__ __cluster_dims__ __declspec __decltype "
      "__launch_bounds__ __maxnreg__ __typeof __typeof__ alignas decltype explicit noexcept requires throw "
      "typeof");
  return kWords.has(word);
}

}  // namespace translator
