// SPDX-License-Identifier: Apache-2.0
#include <unordered_set>

#include "rewrites.h"
#include "unsupported.h"

namespace translator {
namespace {

// Without template arguments, texture and surface are ordinary names.
bool is_texture_template(const source& s, std::size_t i) {
  return (s.is(i, "texture") || s.is(i, "surface")) && s.is(i + 1, "<") && close_angle(s, i + 1) != kNone &&
         s.is_identifier(close_angle(s, i + 1) + 1) && (i == 0 || !s.is(i - 1, "::"));
}

bool starts_declaration(std::string_view t) {
  return t == "int" || t == "void" || t == "float" || t == "double" || t == "bool" || t == "char" ||
         t == "auto" || t == "long" || t == "unsigned" || t == "struct" || t == "class";
}

// The program's own names are as in `int tex2D`, but never start with two underscores.
std::unordered_set<std::string_view> users_own(const source& s) {
  std::unordered_set<std::string_view> names;
  for (std::size_t i = 1; i < s.tokens.size(); ++i) {
    if (!s.is_identifier(i) || !s.is_identifier(i - 1) || s.text(i).substr(0, 2) == "__") continue;
    if (starts_declaration(s.text(i - 1)) || !is_keyword(s.text(i - 1))) names.insert(s.text(i));
  }
  return names;
}

// asm("…") in device code contains PTX, unless it is empty, which is only a hint to the compiler.
bool is_inline_ptx(const context& c, std::size_t i) {
  const source& s = c.s;
  if (!s.is(i, "asm") && !s.is(i, "__asm__") && !s.is(i, "__asm")) return false;
  std::size_t open = i + 1;
  while (s.is(open, "volatile") || s.is(open, "__volatile__")) ++open;
  const declaration* around = c.functions.around(i);
  return s.is(open, "(") && !s.is(open + 1, "\"\"") && around != nullptr && runs_on_device(s, *around);
}

// `new (place)` allocates no memory.
bool allocates_in_kernel(const context& c, std::size_t i) {
  const source& s = c.s;
  const bool call = (s.is(i, "malloc") || s.is(i, "free")) && s.is(i + 1, "(") && i > 0 &&
                    !s.is(i - 1, ".") && !s.is(i - 1, "->");
  if (!call && !(s.is(i, "new") && !s.is(i + 1, "("))) return false;
  const declaration* around = c.functions.around(i);
  return around != nullptr && runs_on_device(s, *around) && !head_has(s, *around, "__host__");
}

}  // namespace

void refuse_unsupported(context& c) {
  const std::unordered_set<std::string_view> own = users_own(c.s);
  for (std::size_t i = 0; i < c.s.tokens.size(); ++i) {
    if (!c.s.is_identifier(i)) continue;
    const std::string_view t = c.s.text(i);
    if (is_texture_template(c.s, i)) {
      c.error(i, "simcu does not support textures, surfaces and arrays (" + std::string(t) + "<…>)");
      continue;
    }
    if (is_inline_ptx(c, i)) {
      c.error(i, "simcu does not support inline PTX (" + std::string(t) + ")");
      continue;
    }
    if (allocates_in_kernel(c, i)) {
      c.error(i, "simcu does not support malloc and new in kernels (" + std::string(t) + ")");
      continue;
    }
    if ((t == "cub" || t == "thrust") && c.s.is(i + 1, "::") && c.s.is_identifier(i + 2)) {
      const std::string name(c.s.text(i + 2));
      std::string why = t == "cub" ? simcu_driver::why_cub_is_unsupported(name)
                                   : simcu_driver::why_thrust_is_unsupported(name);
      const bool device_wide =
          name.rfind("Device", 0) == 0 && c.s.is(i + 3, "::") && c.s.is_identifier(i + 4);
      if (why.empty() && t == "cub" && device_wide)
        why = simcu_driver::why_cub_is_unsupported(name + "::" + std::string(c.s.text(i + 4)));
      if (!why.empty()) c.error(i, why);
      continue;
    }
    const std::string why = simcu_driver::why_word_is_unsupported(t);
    if (why.empty() || own.count(t) || (i > 0 && (c.s.is(i - 1, ".") || c.s.is(i - 1, "->")))) continue;
    c.error(i, why);
  }
}

}  // namespace translator
