// SPDX-License-Identifier: Apache-2.0
// Finds what the simulated device does not have, before the compiler can stumble over it.
#include "../unsupported.h"
#include "rewrites.h"

namespace translator {
namespace {

bool on_device(const context& c, std::size_t i) {
  const declaration* d = c.functions.around(i);
  return d && (head_has(c.s, *d, "__global__") || head_has(c.s, *d, "__device__"));
}

// texture<float, 1> and surface<void, 2>: plain words, so only where they have template arguments.
bool is_texture_template(const source& s, std::size_t i) {
  return (s.is(i, "texture") || s.is(i, "surface")) && s.is(i + 1, "<") && close_angle(s, i + 1) != kNone &&
         s.is_identifier(close_angle(s, i + 1) + 1) && (i == 0 || !s.is(i - 1, "::"));
}

// A name that the program gives to something of its own: a member, or in its own namespace, or declared here.
bool is_users_own(const source& s, std::size_t i) {
  if (i == 0) return false;
  if (s.is(i - 1, ".") || s.is(i - 1, "->")) return true;
  return s.is_identifier(i - 1) && is_keyword(s.text(i - 1)) && !s.is(i - 1, "return") && !s.is(i - 1, "const") &&
         !s.is(i - 1, "static") && !s.is(i - 1, "else") && !s.is(i - 1, "namespace") && !s.is(i - 1, "using");
}

}  // namespace

void refuse_unsupported(context& c) {
  for (std::size_t i = 0; i < c.s.tokens.size(); ++i) {
    if (!c.s.is_identifier(i)) continue;
    const std::string_view t = c.s.text(i);
    if (t == "asm" || t == "__asm__" || t == "__asm") {
      if (on_device(c, i)) c.error(i, "simcu does not support inline PTX (asm)");
      continue;
    }
    if (is_texture_template(c.s, i)) {
      c.error(i, "simcu does not support textures and surfaces (" + std::string(t) + "<…>)");
      continue;
    }
    const std::string why = simcu_driver::why_word_is_unsupported(t);
    if (!why.empty() && !is_users_own(c.s, i)) c.error(i, why);
  }
}

}  // namespace translator
