// SPDX-License-Identifier: Apache-2.0
// Numbers the barriers of a line, except the first, because threads at two barriers of one line are also
// divergent.
#include "rewrites.h"

namespace translator {

void rewrite_barriers(context& c) {
  std::string line;
  unsigned on_line = 0;
  for (std::size_t i = 0; i < c.s.tokens.size(); ++i) {
    const bool plain = c.s.is(i, "__syncthreads");
    if (!plain && !c.s.is(i, "__syncthreads_count") && !c.s.is(i, "__syncthreads_and") &&
        !c.s.is(i, "__syncthreads_or"))
      continue;
    if (!c.s.is(i + 1, "(") || c.s.tokens[i + 1].match == kNone) continue;
    const std::string where = c.s.where(i);
    on_line = where == line ? on_line + 1 : 0;
    line = where;
    const std::size_t close = c.s.tokens[i + 1].match;
    if (on_line == 0 || plain != (close == i + 2)) continue;
    c.e.before(close,
               std::string(plain ? "" : ", ") + "::simcu::here_again(" + std::to_string(on_line) + ")");
  }
}

}  // namespace translator
