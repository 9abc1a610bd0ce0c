// SPDX-License-Identifier: Apache-2.0
// Each __shared__ declaration inside a function becomes a local type, and references into the block's
// storage.
#include <algorithm>

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

// After `__shared__ int s[4]` without its `;`, the next statement would look like a part of the declaration.
bool lacks_semicolon(const source& s, std::size_t name) {
  std::size_t i = name + 1;
  while (s.is(i, "[") && past_group(s, i) != kNone) i = past_group(s, i);
  return i > name + 1 && s.is_identifier(i) && !s.is(i, "__attribute__");
}

std::size_t declarator_start(const source& s, std::size_t name, std::size_t first) {
  while (name > first && (s.is(name - 1, "*") || s.is(name - 1, "&") || s.is(name - 1, "("))) --name;
  return name;
}

// Writes `static void simcu_arrays(…)`, which names the arrays of the struct for reports.
std::string tell_names(const context& c, const std::string& type, const std::vector<std::size_t>& names) {
  std::string tell = "static void simcu_arrays(const " + type + "& simcu_s) {";
  for (std::size_t name : names)
    tell += "::simcu::shared_array(\"" + c.text(name) + "\", &simcu_s." + c.text(name) + ", sizeof simcu_s." +
            c.text(name) + ", ::simcu::shape_of<decltype(simcu_s." + c.text(name) + ")>());";
  return tell + "}};";
}

// Gives each name but the first a struct of its own, because --check watches the gaps between structs.
void separate(context& c, std::size_t first, std::size_t last, const std::vector<std::size_t>& names) {
  std::string others;
  const std::string specifiers = c.e.flat(first, declarator_start(c.s, names[0], first));
  for (std::size_t k = 1; k < names.size(); ++k) {
    const std::size_t end = k + 1 < names.size() ? declarator_start(c.s, names[k + 1], first) - 1 : last;
    const std::string type = shared_type_name(c, names[k]);
    others += "struct " + type + " {" + specifiers + " " +
              c.e.flat(declarator_start(c.s, names[k], first), end) + ";" + tell_names(c, type, {names[k]});
  }
  c.e.after(last, others);
  c.e.remove(declarator_start(c.s, names[1], first) - 1, last);
}

// All names share one struct if the declaration defines a class. In an `extern` declaration each name becomes
// a type alias, because its size is not known.
std::vector<std::size_t> declare_shared_types(context& c, std::size_t first, std::size_t last,
                                              bool is_extern) {
  const declarators found = parse_declarators(c.s, first, last);
  std::vector<std::size_t> names;
  for (const declarator& d : found.list) {
    names.push_back(d.name);
    if (lacks_semicolon(c.s, d.name)) {
      c.error(d.name, "a `;` is missing after the declaration of `" + c.text(d.name) + "`");
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
  const bool together = found.type_body != kNone;
  c.e.after(last, tell_names(c, shared_type_name(c, names.front()),
                             together ? names : std::vector<std::size_t>{names.front()}));
  for (std::size_t name : names) c.shared_holder[name] = together ? names.front() : name;
  if (!together && names.size() > 1) separate(c, first, last, names);
  return names;
}

namespace {

std::size_t lambda_body(const source& s, std::size_t i) {
  std::size_t j = past_group(s, i);
  while (j != kNone && j < s.tokens.size() && !s.is(j, "{") && !s.is(j, ";"))
    j = s.is(j, "(") ? past_group(s, j) : j + 1;
  return j != kNone && s.is(j, "{") ? j : kNone;
}

bool uses(const source& s, std::size_t first, std::size_t last, std::string_view name) {
  for (std::size_t i = first; i < last; ++i)
    if (s.is(i, name)) return true;
  return false;
}

// Shared memory belongs to the block, but a lambda with [=] would copy the object to which a reference
// refers. Searches from token `from` to the end of the scope around token `inside`.
void declare_again_in_lambdas(context& c, std::size_t inside, std::size_t from, const std::string& name,
                              const std::string& declaration) {
  const source& s = c.s;
  for (std::size_t i = from; i < s.tokens.size(); ++i) {
    if (s.is(i, "}") && s.tokens[i].match != kNone && s.tokens[i].match < inside) return;
    if (!s.is(i, "[") || !s.is(i + 1, "=") || !(s.is(i + 2, "]") || s.is(i + 2, ","))) continue;
    const std::size_t body = lambda_body(s, i);
    if (body == kNone || s.tokens[body].match == kNone || uses(s, i, body, name)) continue;
    if (uses(s, body, s.tokens[body].match, name)) c.e.after(body, declaration);
  }
}

std::size_t enclosing(const source& s, std::size_t i) {
  while (i > 0) {
    --i;
    if (s.is(i, "{")) return i;
    const std::size_t match = s.tokens[i].match;
    if (match != kNone && match < i) i = match;
  }
  return kNone;
}

// The sizes that a function has declared so far: by the `{` of each declaration, the name of the latest sum.
class shared_sum {
 public:
  explicit shared_sum(context& c) : c_(c) {}
  void add(std::size_t first, std::size_t last, const std::vector<std::size_t>& names) {
    const std::size_t scope = enclosing(c_.s, first);
    std::string bytes, before = "0";
    std::vector<std::string> types;
    for (const std::size_t name : names) {
      const std::string type = shared_type_name(c_, c_.shared_holder[name]);
      if (std::find(types.begin(), types.end(), type) == types.end()) types.push_back(type);
    }
    for (const std::string& type : types) bytes += " + sizeof(" + type + ")";
    for (std::size_t outer = scope; outer != kNone; outer = enclosing(c_.s, outer))
      if (const auto found = sums_.find(outer); found != sums_.end()) {
        before = found->second;
        break;
      }
    const std::string sum = "simcu_shared_bytes_" + std::to_string(first);
    c_.e.after(last, "constexpr unsigned long long " + sum + " = " + before + bytes + ";" +
                         static_shared_limit(sum));
    sums_[scope] = sum;
  }

 private:
  context& c_;
  std::map<std::size_t, std::string> sums_;
};

}  // namespace

std::string static_shared_limit(const std::string& bytes) {
  return "static_assert(" + bytes +
         " <= 0xc000, \"too much shared data: the __shared__ variables of a kernel can take 48 KiB (0xc000 "
         "bytes) in all; for more, declare one array `extern __shared__` and pass its size with the "
         "launch\");";
}

void rewrite_local_shared(context& c) {
  shared_sum sum(c);
  std::size_t done = 0;
  for (std::size_t i = 0; i < c.s.tokens.size(); ++i) {
    if (!c.s.is(i, "__shared__") || i < done || !c.functions.around(i)) continue;
    const std::size_t first = statement_start(c.s, i), last = statement_end(c.s, i);
    if (last == kNone) continue;
    done = last;
    bool is_extern = false;
    for (std::size_t k = first; k < last; ++k) is_extern |= c.s.is(k, "extern");
    const std::vector<std::size_t> names = declare_shared_types(c, first, last, is_extern);
    if (!is_extern && !names.empty()) sum.add(first, last, names);
    for (std::size_t name : names) {
      const std::string n = c.text(name),
                        type = shared_type_name(c, is_extern ? name : c.shared_holder[name]);
      const std::string call = is_extern ? "::simcu::dynamic_shared<" + type + ">(\"" + n + "\");"
                                         : "::simcu::shared<" + type + ">(\"" + n + "\")." + n + ";";
      const std::string declaration =
          "[[maybe_unused]] " + (is_extern ? type + "& " : std::string("auto& ")) + n + " = " + call;
      c.e.after(last, declaration);
      declare_again_in_lambdas(c, first, last + 1, n, declaration);
    }
  }
}

}  // namespace translator
