// SPDX-License-Identifier: Apache-2.0
// Turns device variables into ordinary variables, and registers them with the runtime by name and address.
#include <unordered_set>

#include "rewrites.h"

namespace translator {
namespace {

// The whole name can be `S::v`.
std::size_t qualified_start(const source& s, std::size_t name) {
  while (name > 1 && s.is(name - 1, "::") && s.is_identifier(name - 2) && !is_keyword(s.text(name - 2)))
    name -= 2;
  return name;
}

// Other words must follow `alignas`.
std::size_t past_alignment(const context& c, std::size_t type) {
  for (;;) {
    const bool alignment =
        c.s.is(type, "alignas") || c.s.is(type, "__align__") || c.s.is(type, "__attribute__");
    if (alignment && c.s.is(type + 1, "(") && past_group(c.s, type + 1) != kNone)
      type = past_group(c.s, type + 1);
    else if (c.s.is(type, "static") || c.s.text(type).substr(0, 2) == "__")
      ++type;
    else
      return type;
  }
}

// The gaps make an index past the variable's end visible to --check. A separate section keeps them together,
// and device-only data apart from other data (driver/device_section.h).
void place_between_gaps(context& c, const declaration& d, const declarators& found) {
  for (const char* word : {"const", "constexpr", "inline", "thread_local", "typedef", "using"})
    if (head_has(c.s, d, word)) return;
  if (found.list.empty() || c.s.is(d.first, "[")) return;
  bool initialised = false;
  for (const declarator& v : found.list) initialised |= v.initialised;
  const std::string section = std::string("section(\"") + (initialised ? ".data.simcu" : ".bss.simcu") +
                              (head_has(c.s, d, "__managed__") ? "" : "_device") + "\")";
  const auto gap = [&](const char* side) {
    const std::string name = std::string("simcu_gap_") + side + std::to_string(d.first);
    return "static char __attribute__((" + section + ", used)) " + name +
           "[256]; [[maybe_unused]] static const ::simcu::symbol_registrar " + name + "_known(&" + name +
           ", 256, \"\");";
  };
  c.e.before(d.first, gap("before"));
  // clang moves static variables that are not `used`.
  c.e.before(past_alignment(c, d.first), "__attribute__((" + section + ", used))");
  c.e.after(d.last, gap("after"));
}

std::unordered_set<std::string_view> names_of_others(const context& c) {
  std::unordered_set<std::string_view> names;
  for (const declaration& d : c.declarations)
    if (!d.is_function() && head_has(c.s, d, "extern"))
      for (const declarator& v : parse_declarators(c.s, d.first, d.last).list) names.insert(c.s.text(v.name));
  return names;
}

// Without separate compilation, nvcc makes a device variable local to its file, so two files can use one
// name.
void keep_to_file(context& c, const declaration& d, const declarators& found,
                  const std::unordered_set<std::string_view>& of_others) {
  for (const char* word : {"static", "inline", "thread_local", "typedef", "using"})
    if (head_has(c.s, d, word)) return;
  if (found.list.empty() || c.s.is(d.first, "[")) return;
  for (const declarator& v : found.list)
    if (of_others.count(c.s.text(v.name)) || qualified_start(c.s, v.name) != v.name) return;
  c.e.before(past_alignment(c, d.first), "static ");
}

}  // namespace

void rewrite_variables(context& c, bool separate) {
  const std::unordered_set<std::string_view> of_others = names_of_others(c);
  for (const declaration& d : c.declarations) {
    if (d.is_function() || d.is_template || d.in_class || head_has(c.s, d, "extern")) continue;
    if (!head_has(c.s, d, "__device__") && !head_has(c.s, d, "__constant__") &&
        !head_has(c.s, d, "__managed__"))
      continue;
    if (head_has(c.s, d, "__shared__")) continue;
    const declarators found = parse_declarators(c.s, d.first, d.last);
    place_between_gaps(c, d, found);
    if (!separate) keep_to_file(c, d, found, of_others);
    const std::string kind = head_has(c.s, d, "__managed__")    ? ", ::simcu::symbol_kind::managed"
                             : head_has(c.s, d, "__constant__") ? ", ::simcu::symbol_kind::constant"
                                                                : "";
    for (const declarator& v : found.list) {
      const std::string full = c.e.flat(qualified_start(c.s, v.name), v.name + 1);
      c.e.after(d.last, "[[maybe_unused]] static const ::simcu::symbol_registrar simcu_symbol_" +
                            c.text(v.name) + "_" + std::to_string(v.name) + "(&" + full + ", sizeof(" + full +
                            "), \"" + full + "\"" + kind + ");");
    }
  }
}

}  // namespace translator
