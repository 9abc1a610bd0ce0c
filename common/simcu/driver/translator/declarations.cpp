// SPDX-License-Identifier: Apache-2.0
// A scan over namespaces and classes that distinguishes functions from variables.
#include "declarations.h"

#include <algorithm>

namespace translator {
namespace {

bool is_class_key(std::string_view t) { return t == "struct" || t == "class" || t == "union" || t == "enum"; }

class scanner {
 public:
  explicit scanner(const source& s) : s_(s) {}

  // Returns false if brackets do not match.
  bool scope(std::size_t i, std::size_t end, bool in_class) {
    while (i < end) {
      i = one(i, end, in_class);
      if (i == kNone) return false;
    }
    return true;
  }

  std::vector<declaration> found;

 private:
  // Returns the index of the token after the declaration, or kNone.
  std::size_t one(std::size_t i, std::size_t end, bool in_class) {
    declaration d{i, i};
    d.in_class = in_class;
    bool has_value = false, class_key = false, is_enum = false, initialisers = false, is_namespace = false;
    for (std::size_t j = i; j < end;) {
      std::string_view t = s_.text(j);
      if (t == ";") {
        d.last = j;
        found.push_back(d);
        return j + 1;
      }
      if (t == "}") return j + 1;
      if (t == "template") {
        d.is_template = true;
        if (s_.is(j + 1, "<")) {
          j = close_angle(s_, j + 1);
          if (j == kNone) return kNone;
        }
        ++j;
      } else if (t == "namespace") {
        is_namespace = true;
        ++j;
      } else if (is_class_key(t) && d.params == kNone && !has_value) {
        class_key = true;
        is_enum |= t == "enum";
        ++j;
      } else if (t == "operator" && d.params == kNone) {
        j = operator_name(j, d);
      } else if (t == "(" && d.params == kNone && !has_value && is_parameter_list(j)) {
        d.params = j;
        d.name = name_before(j);
        j = past_group(s_, j);
      } else if (t == "{") {
        const std::size_t past = past_group(s_, j);
        if (past == kNone) return kNone;
        if (is_namespace || (j == i + 2 && s_.is(i, "extern") && s_.tokens[i + 1].kind == token_kind::text))
          return scope(j + 1, past - 1, false) ? past : kNone;
        if (class_key && d.params == kNone && !has_value && !is_enum && !scope(j + 1, past - 1, true))
          return kNone;
        const bool member_value = initialisers && (s_.is_identifier(j - 1) || s_.is(j - 1, ">"));
        if (d.params != kNone && !has_value && !member_value) {
          d.body = j;
          d.last = past - 1;
          found.push_back(d);
          return past;
        }
        j = past;
      } else if (opens_group(s_, j)) {
        j = past_group(s_, j);
      } else if (t == "<" && !has_value && j > i && s_.is_identifier(j - 1)) {
        const std::size_t close = close_angle(s_, j);
        j = close == kNone ? j + 1 : close + 1;
      } else if (t == ":" && in_class && j <= i + 2 && is_access(i)) {
        return j + 1;
      } else {
        has_value |= t == "=";
        initialisers |= t == ":" && d.params != kNone;
        ++j;
      }
      if (j == kNone) return kNone;
    }
    return end;
  }

  bool is_access(std::size_t i) const {
    return s_.is(i, "public") || s_.is(i, "private") || s_.is(i, "protected");
  }

  std::size_t operator_name(std::size_t j, declaration& d) {
    std::size_t k = j + 1;
    if (s_.is(k, "(") && s_.is(k + 1, ")")) k += 2;
    while (k < s_.tokens.size() && !s_.is(k, "(") && !s_.is(k, ";") && !s_.is(k, "{")) ++k;
    if (!s_.is(k, "(")) return k;
    d.name = j;
    d.params = k;
    return past_group(s_, k);
  }

  // The `(` of alignas, `(*pointer)` or `x(5)` does not open one.
  bool is_parameter_list(std::size_t j) const {
    if (j == 0) return false;
    if (s_.is(j - 1, ">")) return open_angle(s_, j - 1) != kNone && !s_.is(j + 1, "*");
    if (!s_.is_identifier(j - 1) || is_keyword(s_.text(j - 1)) || takes_parentheses(s_.text(j - 1)))
      return false;
    const token& inside = s_.tokens[j + 1];
    return !(inside.text == "*" || inside.text == "&" || inside.kind == token_kind::number ||
             inside.kind == token_kind::text);
  }

  std::size_t name_before(std::size_t j) const {
    if (!s_.is(j - 1, ">")) return j - 1;
    const std::size_t open = open_angle(s_, j - 1);
    return open == kNone || open == 0 ? kNone : open - 1;
  }

  const source& s_;
};

}  // namespace

std::vector<declaration> find_declarations(const source& s) {
  scanner scan(s);
  scan.scope(0, s.tokens.size() - 1, false);
  std::sort(scan.found.begin(), scan.found.end(),
            [](const declaration& a, const declaration& b) { return a.first < b.first; });
  return std::move(scan.found);
}

bool head_has(const source& s, const declaration& d, std::string_view word) {
  for (std::size_t i = d.first; i < (d.is_function() ? d.params : d.last); ++i)
    if (s.is(i, word)) return true;
  return false;
}

bool runs_on_device(const source& s, const declaration& d) {
  return head_has(s, d, "__global__") || head_has(s, d, "__device__");
}

bool is_constexpr(const source& s, const declaration& d) {
  return head_has(s, d, "constexpr") || head_has(s, d, "consteval");
}

std::size_t statement_start(const source& s, std::size_t i) {
  while (i > 0) {
    std::string_view t = s.text(i - 1);
    if (t == ";" || t == "{" || t == "}" || t == ":" || t == "(" || t == "else" || t == "do") return i;
    if (t == ")" || t == "]") {
      const std::size_t open = s.tokens[i - 1].match;
      if (open == kNone || open == 0 || (t == ")" && !takes_parentheses(s.text(open - 1)))) return i;
      i = open;
    } else {
      --i;
    }
  }
  return i;
}

std::size_t statement_end(const source& s, std::size_t i) {
  while (i != kNone && i < s.tokens.size()) {
    if (s.is(i, ";")) return i;
    if (s.is(i, "}") || s.is(i, ")") || s.is(i, "]")) return kNone;
    i = opens_group(s, i) ? past_group(s, i) : i + 1;
  }
  return kNone;
}

function_map::function_map(const std::vector<declaration>& all) {
  for (const declaration& d : all)
    if (d.is_definition()) bodies_.push_back(&d);
}

const declaration* function_map::around(std::size_t i) const {
  auto after = std::upper_bound(bodies_.begin(), bodies_.end(), i,
                                [](std::size_t at, const declaration* d) { return at < d->first; });
  if (after == bodies_.begin()) return nullptr;
  const declaration* d = *(after - 1);
  return i > d->body && i < d->last ? d : nullptr;
}

}  // namespace translator
