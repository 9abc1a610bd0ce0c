// SPDX-License-Identifier: Apache-2.0
// __shared__ declarations inside functions: a local type, and references into the block's own storage.
#include "rewrites.h"

namespace translator {

std::string shared_type_name(const context& c, std::size_t name) { return "simcu_shared_" + c.text(name); }

void remove_from_specifiers(context& c, std::size_t first, std::size_t last, bool alignment_too) {
  for (std::size_t i = first; i < last;) {
    const source& s = c.s;
    if (s.is(i, "__shared__") || s.is(i, "extern") || s.is(i, "static") || s.is(i, "__device__") ||
        s.is(i, "inline"))
      c.e.remove(i, i + 1);
    const bool alignment = s.is(i, "alignas") || s.is(i, "__align__") || s.is(i, "__attribute__");
    if (alignment && s.is(i + 1, "(")) {
      const std::size_t past = past_group(s, i + 1);
      if (past == kNone) return;
      if (alignment_too) c.e.remove(i, past);
      i = past;
    } else if (s.is(i, "[") && s.is(i + 1, "[") && past_group(s, i) != kNone) {
      c.e.remove(i, past_group(s, i));
      i = past_group(s, i);
    } else {
      i = opens_group(s, i) && past_group(s, i) != kNone ? past_group(s, i) : i + 1;
    }
  }
}

// `__shared__ int s[4]` without its `;`: the next statement would look like the rest of it.
bool lacks_semicolon(const source& s, std::size_t name) {
  std::size_t i = name + 1;
  while (s.is(i, "[") && past_group(s, i) != kNone) i = past_group(s, i);
  return i > name + 1 && s.is_identifier(i) && !s.is(i, "__attribute__");
}

// One struct holds all names of the declaration; an `extern` one becomes a type alias per name, as its size
// is open.
std::vector<std::size_t> declare_shared_types(context& c, std::size_t first, std::size_t last,
                                              bool is_extern) {
  const declarators found = parse_declarators(c.s, first, last);
  std::vector<std::size_t> names;
  for (const declarator& d : found.list) {
    names.push_back(d.name);
    if (lacks_semicolon(c.s, d.name)) {
      c.error(d.name, "a `;` is missing behind the declaration of `" + c.text(d.name) + "`");
      return {};
    }
    if (!d.initialised) continue;
    c.error(d.name,
            "the __shared__ variable `" + c.text(d.name) +
                "` cannot have an initial value: let the threads write it, then call __syncthreads()");
    return {};
  }
  if (names.empty()) return {};
  remove_from_specifiers(c, first, names.front(), is_extern);
  if (is_extern) {
    c.e.before(first, "typedef");
    for (std::size_t name : names) c.e.replace(name, shared_type_name(c, name));
    return names;
  }
  const std::string open = "struct " + shared_type_name(c, names.front()) + " {";
  if (found.type_body != kNone && found.type_has_name) {  // the class stays visible to the code that follows
    const std::size_t close = c.s.tokens[found.type_body].match;
    c.e.after(close, "; " + open + " " + c.e.flat(found.type_keyword, found.type_body));
  } else {
    c.e.before(first, open);
  }
  c.e.after(last, "};");
  return names;
}

void rewrite_local_shared(context& c) {
  std::size_t done = 0;
  for (std::size_t i = 0; i < c.s.tokens.size(); ++i) {
    if (!c.s.is(i, "__shared__") || i < done || !c.functions.around(i)) continue;
    const std::size_t first = statement_start(c.s, i), last = statement_end(c.s, i);
    if (last == kNone) continue;
    done = last;
    bool is_extern = false;
    for (std::size_t k = first; k < last; ++k) is_extern |= c.s.is(k, "extern");
    const std::vector<std::size_t> names = declare_shared_types(c, first, last, is_extern);
    for (std::size_t name : names) {
      const std::string n = c.text(name), type = shared_type_name(c, is_extern ? name : names.front());
      const std::string call = is_extern ? "::simcu::dynamic_shared<" + type + ">(\"" + n + "\");"
                                         : "::simcu::shared<" + type + ">(\"" + n + "\")." + n + ";";
      c.e.after(last,
                "[[maybe_unused]] " + (is_extern ? type + "& " : std::string("auto& ")) + n + " = " + call);
    }
  }
}

}  // namespace translator
