// SPDX-License-Identifier: Apache-2.0
// Gives calls with unused results an extra argument, for --check. `atomicExch(p, value);` then only stores,
// so it may be the first access to unwritten memory. `cudaStreamQuery(stream);` gives the host no
// information.
#include <algorithm>

#include "rewrites.h"

namespace translator {
namespace {

constexpr const char* kCalls[] = {"atomicExch", "atomicExch_block", "atomicExch_system", "cudaStreamQuery",
                                  "cudaEventQuery"};

}  // namespace

void rewrite_unread_results(context& c) {
  for (const char* call : kCalls) {
    const auto is_call = [&](const declaration& d) { return d.is_function() && c.s.is(d.name, call); };
    if (std::any_of(c.declarations.begin(), c.declarations.end(), is_call))
      continue;  // defined by the program
    for (std::size_t i = 0; i < c.s.tokens.size(); ++i) {
      if (!c.s.is(i, call) || !c.s.is(i + 1, "(") || !begins_statement(c.s, i)) continue;
      const std::size_t close = c.s.tokens[i + 1].match;
      if (close != kNone && close != i + 2 && c.s.is(close + 1, ";"))
        c.e.before(close, ", ::simcu::nobody_reads{}");
    }
  }
}

}  // namespace translator
