// SPDX-License-Identifier: Apache-2.0
// Variables that live on the device: ordinary variables, made known to the runtime by name and address.
#include "rewrites.h"

namespace translator {
namespace {

// `S::v`: where the whole name starts.
std::size_t qualified_start(const source& s, std::size_t name) {
  while (name > 1 && s.is(name - 1, "::") && s.is_identifier(name - 2) && !is_keyword(s.text(name - 2)))
    name -= 2;
  return name;
}

}  // namespace

void rewrite_variables(context& c) {
  for (const declaration& d : c.declarations) {
    if (d.is_function() || d.is_template || d.in_class || head_has(c.s, d, "extern")) continue;
    if (!head_has(c.s, d, "__device__") && !head_has(c.s, d, "__constant__") &&
        !head_has(c.s, d, "__managed__"))
      continue;
    if (head_has(c.s, d, "__shared__")) continue;
    for (const declarator& v : parse_declarators(c.s, d.first, d.last).list) {
      const std::string full = c.e.flat(qualified_start(c.s, v.name), v.name + 1);
      c.e.after(d.last, "[[maybe_unused]] static const ::simcu::symbol_registrar simcu_symbol_" +
                            c.text(v.name) + "_" + std::to_string(v.name) + "(&" + full + ", sizeof(" + full +
                            "), \"" + full + "\"" + (head_has(c.s, d, "__constant__") ? ", true" : "") +
                            ");");
    }
  }
}

}  // namespace translator
