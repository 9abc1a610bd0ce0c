// SPDX-License-Identifier: Apache-2.0
#include "shorten.h"

#include <algorithm>

namespace explore {

std::vector<decision> shorten(program& p, const record& r, const std::function<bool(const outcome&)>& differs,
                              std::size_t most_runs) {
  std::vector<decision> kept = r.decisions;
  std::size_t parts = 2, runs = 0;
  while (!kept.empty() && runs < most_runs) {
    parts = std::min(parts, kept.size());
    const auto without = [&](std::size_t part) {
      const std::size_t from = kept.size() * part / parts, to = kept.size() * (part + 1) / parts;
      std::vector<decision> rest(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(from));
      rest.insert(rest.end(), kept.begin() + static_cast<std::ptrdiff_t>(to), kept.end());
      return rest;
    };
    const std::size_t found = p.first(
        parts,
        [&](std::size_t part) {
          return job{replay_string(r, without(part)), false};
        },
        [&](std::size_t, const outcome& o) { return o.fits && differs(o); });
    runs += parts;
    if (found < parts) {
      kept = without(found);
      parts = std::max<std::size_t>(2, parts - 1);
    } else if (parts == kept.size()) {
      break;
    } else {
      parts *= 2;
    }
  }
  return kept;
}

}  // namespace explore
