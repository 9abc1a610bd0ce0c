// SPDX-License-Identifier: Apache-2.0
#include "sites.h"

#include <array>
#include <map>
#include <vector>

namespace simcu::check::counting {

namespace {
struct site_table {
  std::vector<site_info> all;
  std::map<std::pair<const void*, op>, site> known;
};
site_table& table() {
  static auto* t = new site_table;
  return *t;
}
}  // namespace

site site_of(const void* pc, op what) {
  site_table& t = table();
  // Most accesses are at a place that was used recently.
  struct slot {
    const void* pc = nullptr;
    op what{};
    site number = 0;
  };
  static std::array<slot, 1024> recent;
  slot& s =
      recent[(reinterpret_cast<std::uintptr_t>(pc) ^ static_cast<std::uintptr_t>(what) * 97) % recent.size()];
  if (s.pc == pc && s.what == what) return s.number;
  const auto [entry, fresh] = t.known.try_emplace({pc, what}, static_cast<site>(t.all.size()));
  if (fresh) t.all.push_back({pc, what, false, false, {}});
  s = {pc, what, entry->second};
  return entry->second;
}
const site_info& describe(site s) { return table().all[s]; }
const source_place& place_of(site s) {
  site_info& i = table().all[s];
  if (!i.placed) {
    i.placed = true;
    i.place = find_place(i.pc);
  }
  return i.place;
}
void sometimes_needed(site s) { table().all[s].needed = true; }
bool always_known(site s) { return !table().all[s].needed; }
std::size_t site_count() { return table().all.size(); }

}  // namespace simcu::check::counting
