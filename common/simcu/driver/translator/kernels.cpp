// SPDX-License-Identifier: Apache-2.0
// Rewrites __global__ functions: the body becomes a closure that the runtime calls once per thread, and the
// function becomes the kernel's stub.
#include <algorithm>

#include "rewrites.h"

namespace translator {
namespace {

std::string quote(const std::string& text) {
  std::string out = "\"";
  for (char ch : text) {
    if (ch == '"' || ch == '\\') out += '\\';
    out += ch;
  }
  return out + "\"";
}

// A function type cannot have default arguments.
std::string parameter_types(const context& c, const declaration& d) {
  const source& s = c.s;
  const std::size_t close = s.tokens[d.params].match;
  std::string out;
  for (std::size_t i = d.params + 1; i < close;) {
    std::size_t end = i, value = kNone;
    while (end < close && !s.is(end, ",")) {
      if (s.is(end, "=") && value == kNone) value = end;
      const std::size_t angle = s.is(end, "<") && s.is_identifier(end - 1) ? close_angle(s, end) : kNone;
      end = opens_group(s, end) ? past_group(s, end) : angle != kNone && angle < close ? angle + 1 : end + 1;
      if (end == kNone) return out;
    }
    out += (out.empty() ? "" : ", ") + c.e.flat(i, value == kNone ? end : value);
    i = end + 1;
  }
  return out;
}

struct captured_parameters {
  std::string captures;  // after `[=`
  std::string declarations;
};

bool is_used(const source& s, const declaration& d, std::size_t name) {
  for (std::size_t i = d.body; i < d.last; ++i)
    if (s.is(i, s.text(name))) return true;
  return false;
}

bool follows_class(const source& s, std::size_t name) {
  std::size_t i = name - 1;
  if (s.is(i, "const") || s.is(i, "volatile")) --i;
  return s.is(i, ">") || (s.is_identifier(i) && !is_keyword(s.text(i)));
}

// The parentheses and angle brackets of another parameter can also contain names.
bool is_own_parameter(const source& s, const declaration& d, std::size_t name) {
  for (std::size_t i = d.params + 1; i < name; ++i) {
    const std::size_t angle = s.is(i, "<") && s.is_identifier(i - 1) ? close_angle(s, i) : kNone;
    const std::size_t past = opens_group(s, i) ? past_group(s, i) : angle == kNone ? i + 1 : angle + 1;
    if (past == kNone || past > name + 1) return false;
    i = past - 1;
  }
  return true;
}

// What `[=]` would get wrong: references stay references to the host's arguments, and objects are passed as
// bytes.
captured_parameters capture_parameters(const context& c, const declaration& d) {
  const source& s = c.s;
  const std::size_t close = s.tokens[d.params].match;
  captured_parameters out;
  for (std::size_t i = d.params + 1; i < close; ++i) {
    const bool ends_name = s.is(i + 1, ",") || s.is(i + 1, ")") || s.is(i + 1, "=");
    if (!s.is_identifier(i) || is_keyword(s.text(i)) || !ends_name || !is_used(s, d, i)) continue;
    const std::string name = c.text(i);
    std::size_t before = i - 1;
    while (s.is(before, "...") || s.is(before, "__restrict__") || s.is(before, "__restrict")) --before;
    if (s.is(before, "&") || s.is(before, "&&")) {
      out.captures += ", &" + name + (s.is(i - 1, "...") ? "..." : "");
    } else if (s.text(i).substr(0, 2) != "__" && follows_class(s, i) && is_own_parameter(s, d, i)) {
      out.captures += ", simcu_" + name + " = ::simcu::parameter(" + name + ")";
      out.declarations += " [[maybe_unused]] auto& " + name + " = simcu_" + name + ".object();";
    }
  }
  return out;
}

// A parameter may end after token i, which can also be a part of its type.
bool is_parameter_name(const source& s, const declaration& d, std::size_t i) {
  if (!s.is_identifier(i) || is_keyword(s.text(i)) || s.text(i).substr(0, 2) == "__") return false;
  if (!is_own_parameter(s, d, i)) return false;
  std::size_t before = i - 1;
  while (s.is(before, "const") || s.is(before, "volatile")) --before;
  if (s.is(before, "(") || s.is(before, ",")) return false;  // `const foo`
  return s.is(before, "*") || s.is(before, "&") || s.is(before, "&&") || s.is(before, ">") ||
         s.is(before, "...") ||
         (s.is_identifier(before) && !s.is(before, "struct") && !s.is(before, "typename") &&
          !s.is(before, "class") && !s.is(before, "enum"));
}

// Returns `{::simcu::name_parameter("d_in", d_in), …, {}}`, for reports.
std::string name_parameters(const context& c, const declaration& d) {
  const source& s = c.s;
  const std::size_t close = s.tokens[d.params].match;
  std::string out;
  for (std::size_t i = d.params + 1; i < close; ++i) {
    const bool ends_name = s.is(i + 1, ",") || s.is(i + 1, ")") || s.is(i + 1, "=") || s.is(i + 1, "[");
    if (!ends_name || !is_parameter_name(s, d, i) || !is_used(s, d, i)) continue;
    const std::string name = c.text(i);
    out += "::simcu::name_parameter(" + quote(name) + ", " + name + ")" + (s.is(i - 1, "...") ? "..." : "") +
           ", ";
  }
  return "{" + out + "{}}";
}

bool is_plain_name(const context& c, const declaration& d) {
  return c.s.is(d.params - 1, c.s.text(d.name)) && !c.s.is(d.name - 1, "::");
}

// __func__ and the like would name the closure.
void keep_function_names(context& c, const declaration& d) {
  const std::string name = c.text(d.name);
  for (std::size_t i = d.body; i < d.last; ++i) {
    if (c.s.is(i, "__func__") || c.s.is(i, "__FUNCTION__")) c.e.replace(i, quote(name));
    if (c.s.is(i, "__PRETTY_FUNCTION__"))
      c.e.replace(i, quote("void " + name + "(" + parameter_types(c, d) + ")"));
  }
}

// Returns a further argument of run_kernel, or "".
std::string largest_block(const context& c, const declaration& d) {
  for (std::size_t i = d.first; i < d.params; ++i) {
    if (!c.s.is(i, "__launch_bounds__") || !c.s.is(i + 1, "(") || c.s.tokens[i + 1].match == kNone) continue;
    const std::size_t close = c.s.tokens[i + 1].match;
    std::string out = ", ";
    std::size_t past = i + 2;  // commas inside (a, b) and name<a, b> do not end the argument
    for (std::size_t j = i + 2; j < close && (j < past || !c.s.is(j, ",")); ++j) {
      const bool angle = c.s.is(j, "<") && c.s.is_identifier(j - 1);
      const std::size_t end = angle ? close_angle(c.s, j) : opens_group(c.s, j) ? past_group(c.s, j) : kNone;
      if (end != kNone && end <= close) past = std::max(past, end);
      out += std::string(c.s.text(j)) + " ";
    }
    return out;
  }
  return "";
}

void define_kernel(context& c, const declaration& d) {
  const std::string name = c.text(d.name);
  const captured_parameters own = capture_parameters(c, d);
  c.e.after(d.body, "const ::simcu::named_parameter simcu_parameters[] = " + name_parameters(c, d) +
                        "; ::simcu::run_kernel(" + quote(name) + ", simcu_parameters, [=" + own.captures +
                        "]() mutable {" + own.declarations);
  c.e.before(d.last, "}" + largest_block(c, d) + ");");
  keep_function_names(c, d);
  if (d.is_template || d.in_class || !is_plain_name(c, d)) return;
  // The cast selects this function among its overloads.
  c.e.after(d.last, "[[maybe_unused]] static const ::simcu::kernel_registrar<static_cast<void (*)(" +
                        parameter_types(c, d) + ")>(&" + name + ")> simcu_kernel_" + std::to_string(d.name) +
                        "(" + quote(name) + ");");
}

}  // namespace

void rewrite_kernels(context& c) {
  for (const declaration& d : c.declarations) {
    if (!d.is_function() || d.name == kNone || !head_has(c.s, d, "__global__")) continue;
    if (!head_has(c.s, d, "void") && !head_has(c.s, d, "auto"))
      c.error(d.name,
              "the kernel `" + c.text(d.name) + "` must return void: a __global__ function has no result");
    if (d.is_definition()) define_kernel(c, d);
  }
}

}  // namespace translator
