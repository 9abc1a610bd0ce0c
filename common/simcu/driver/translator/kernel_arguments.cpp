// SPDX-License-Identifier: Apache-2.0
// Removes the cast from `(void*)kernel<int>` in calls of API functions, so that the typed overload is chosen:
// a template's instances have no registrar. In launches the argument becomes
// `simcu::cast_kernel(kernel<int>)`, because CUDA before 13 requires the cast, and a launch without it can be
// refused.
#include <unordered_set>

#include "rewrites.h"

namespace translator {
namespace {

bool takes_kernel(std::string_view name) {
  static const std::unordered_set<std::string_view> kNames = {"cudaLaunchKernel",
                                                              "cudaLaunchCooperativeKernel",
                                                              "cudaFuncSetAttribute",
                                                              "cudaFuncGetAttributes",
                                                              "cudaFuncSetCacheConfig",
                                                              "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
                                                              "cudaOccupancyMaxPotentialBlockSize"};
  return kNames.count(name) != 0;
}

// Returns kNone unless `const void*`, `void const*` or `void*` is at i.
std::size_t past_void_pointer(const source& s, std::size_t i) {
  bool seen = false;
  for (; s.is(i, "void") || s.is(i, "const"); ++i) seen |= s.is(i, "void");
  return seen && s.is(i, "*") ? i + 1 : kNone;
}

// Template arguments, and `&` before the name, are allowed.
bool is_name(const source& s, std::size_t i, std::size_t end) {
  if (s.is(i, "(") && s.tokens[i].match == end - 1) return is_name(s, i + 1, end - 1);
  if (s.is(i, "&")) ++i;
  bool any = false;
  while (i < end) {
    if (s.is_identifier(i) || s.is(i, "::")) {
      any = true;
      ++i;
    } else if (s.is(i, "<") && any) {
      i = close_angle(s, i);
      if (i == kNone) return false;
      ++i;
    } else {
      return false;
    }
  }
  return any;
}

std::size_t argument_end(const source& s, std::size_t i, std::size_t close) {
  while (i < close && !s.is(i, ",")) {
    const std::size_t angle = s.is(i, "<") ? close_angle(s, i) : kNone;
    i = opens_group(s, i) ? past_group(s, i) : angle != kNone && angle < close ? angle + 1 : i + 1;
    if (i == kNone) return close;
  }
  return i;
}

// Returns kNone unless the argument [i, end) is a name cast to `const void*` or `void*`.
std::size_t past_cast(const source& s, std::size_t i, std::size_t end) {
  const bool in_words = (s.is(i, "reinterpret_cast") || s.is(i, "static_cast")) && s.is(i + 1, "<");
  if (!in_words && !s.is(i, "(")) return kNone;
  const std::size_t past = past_void_pointer(s, i + (in_words ? 2 : 1));
  return past != kNone && s.is(past, in_words ? ">" : ")") && is_name(s, past + 1, end) ? past + 1 : kNone;
}

}  // namespace

void rewrite_kernel_arguments(context& c) {
  const source& s = c.s;
  for (std::size_t i = 0; i + 1 < s.tokens.size(); ++i) {
    if (!s.is_identifier(i) || !takes_kernel(s.text(i)) || !s.is(i + 1, "(") ||
        s.tokens[i + 1].match == kNone)
      continue;
    const std::size_t close = s.tokens[i + 1].match;
    std::size_t first = i + 2;
    // In these functions the kernel is the second or third argument.
    const std::string_view name = s.text(i);
    int skip = name == "cudaFuncGetAttributes" ? 1 : 0;
    if (name.find("MaxActiveBlocks") != name.npos) skip = 1;
    if (name.find("MaxPotential") != name.npos) skip = 2;
    for (; skip > 0 && first < close; --skip) first = argument_end(s, first, close) + 1;
    if (first >= close) continue;
    const std::size_t end = argument_end(s, first, close), past = past_cast(s, first, end);
    if (past == kNone) continue;
    c.e.remove(first, past);
    if (name.find("Launch") != name.npos) {
      c.e.before(past, "::simcu::cast_kernel(");
      c.e.before(end, ")");
    }
  }
}

}  // namespace translator
