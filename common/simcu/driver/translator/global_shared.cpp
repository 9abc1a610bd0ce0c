// SPDX-License-Identifier: Apache-2.0
// Rewrites __shared__ variables at namespace scope: only the type stays, and every use looks up the storage.
#include <map>

#include "rewrites.h"

namespace translator {
namespace {

struct shared_name {
  std::string type;
  std::string call;    // "::simcu::shared<"
  std::string member;  // ".name", or nothing
  std::size_t declared_until;
};

bool is_type_word(std::string_view t) {
  return t == "const" || t == "volatile" || t == "auto" || t == "int" || t == "float" || t == "double" ||
         t == "char" || t == "unsigned" || t == "signed" || t == "long" || t == "short" || t == "bool" ||
         t == "void" || t == "__restrict__" || t == "wchar_t";
}

// A redeclaration is `float s`, `T* s = …` or `auto& s`.
bool declares(const source& s, std::size_t i) {
  std::size_t k = i - 1;
  const bool through_pointer = s.is(k, "*") || s.is(k, "&") || s.is(k, "&&");
  while (k > 0 && (s.is(k, "*") || s.is(k, "&") || s.is(k, "&&"))) --k;
  if (is_type_word(s.text(k))) return true;
  if (!s.is_identifier(k) || (is_keyword(s.text(k)) && !through_pointer)) return false;
  if (!through_pointer) return true;
  // `T * s` is a declaration where a statement starts, and a product elsewhere.
  while (k > 1 && s.is(k - 1, "::") && s.is_identifier(k - 2)) k -= 2;
  return k > 0 && (s.is(k - 1, ";") || s.is(k - 1, "{") || s.is(k - 1, "}"));
}

// For a parameter, this is the end of its function.
std::size_t scope_end(const context& c, std::size_t i) {
  for (const declaration& d : c.declarations)
    if (d.is_definition() && i > d.params && i < d.body) return d.last;
  int depth = 0;
  for (std::size_t k = i; k < c.s.tokens.size(); ++k) {
    if (c.s.is(k, "{")) ++depth;
    if (c.s.is(k, "}") && --depth < 0) return k;
  }
  return i;
}

void replace_use(context& c, std::size_t i, const shared_name& v) {
  std::size_t first = i;
  while (first > 0 && c.s.is(first - 1, "::")) {
    --first;
    if (first > 0 && c.s.is_identifier(first - 1)) --first;
  }
  // Text that other rewrites insert before the name must precede this text.
  const std::string used = v.type + ">(\"" + c.text(i) + "\")" + v.member;
  c.e.replace(first, v.call + (first == i ? used : c.text(first)));
  if (first != i) c.e.replace(i, used);
}

std::map<std::string_view, shared_name> declare_all(context& c) {
  std::map<std::string_view, shared_name> names;
  for (const declaration& d : c.declarations) {
    if (d.is_function() || !head_has(c.s, d, "__shared__")) continue;
    if (d.in_class) {
      c.error(d.first, "a member of a class cannot be __shared__: declare the variable in the kernel");
      continue;
    }
    const bool is_extern = head_has(c.s, d, "extern");
    const std::vector<std::size_t> list = declare_shared_types(c, d.first, d.last, is_extern);
    if (!is_extern && !list.empty())
      c.e.after(d.last, static_shared_limit("sizeof(" + shared_type_name(c, c.shared_holder[list[0]]) + ")"));
    for (std::size_t name : list)
      names[c.s.text(name)] = {shared_type_name(c, is_extern ? name : c.shared_holder[name]),
                               is_extern ? "::simcu::dynamic_shared<" : "::simcu::shared<",
                               is_extern ? "" : "." + c.text(name), d.last};
  }
  return names;
}

}  // namespace

void rewrite_global_shared(context& c) {
  const std::map<std::string_view, shared_name> names = declare_all(c);
  std::map<std::string_view, std::size_t> hidden_until;
  if (names.empty()) return;
  for (std::size_t i = 1; i < c.s.tokens.size(); ++i) {
    if (!c.s.is_identifier(i)) continue;
    const auto found = names.find(c.s.text(i));
    if (found == names.end() || i <= found->second.declared_until || i < hidden_until[found->first]) continue;
    if (c.s.is(i - 1, ".") || c.s.is(i - 1, "->") || c.s.is(i + 1, "::")) continue;
    if (declares(c.s, i))
      hidden_until[found->first] = scope_end(c, i);
    else
      replace_use(c, i, found->second);
  }
}

}  // namespace translator
