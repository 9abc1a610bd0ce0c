// SPDX-License-Identifier: Apache-2.0
// callee<<<configuration>>>(arguments) becomes (::simcu::configure(configuration) ? (void)0 :
// callee(arguments)).
#include "rewrites.h"

namespace translator {
namespace {

// Returns 1 for `<<<`, 2 where the preprocessor split it, 0 if there is no launch.
std::size_t launch_width(const source& s, std::size_t i) {
  if (s.is(i, "<<<")) return 1;
  const bool split = (s.is(i, "<<") && s.is(i + 1, "<")) || (s.is(i, "<") && s.is(i + 1, "<<"));
  return split && i > 0 && !s.is(i - 1, "operator") ? 2 : 0;
}

// Returns the first `>` of the configuration's `>>>`. Template arguments inside can also end in `>>>`, and
// comparisons can look like them: the best candidate leaves no template argument list open.
std::size_t configuration_end(const source& s, std::size_t i) {
  int open = 0;
  std::size_t second_best = kNone;
  while (i < s.tokens.size()) {
    if (s.is(i, ";") || s.is(i, ")") || s.is(i, "}") || s.is(i, "]")) break;
    if (opens_group(s, i)) {
      i = past_group(s, i);
      if (i == kNone) break;
      continue;
    }
    if (s.is(i, "<") && s.is_identifier(i - 1)) ++open;
    if (!s.is(i, ">")) {
      ++i;
      continue;
    }
    int run = 1;
    while (s.is(i + static_cast<std::size_t>(run), ">")) ++run;
    const std::size_t after = i + static_cast<std::size_t>(run);
    if (run >= 3 && s.is(after, "(")) {
      if (open == run - 3) return after - 3;
      if (open < run && second_best == kNone) second_best = after - 3;
    }
    open = open > run ? open - run : 0;
    i = after;
  }
  return second_best;
}

void rewrite_launch(context& c, std::size_t launch, std::size_t width) {
  const source& s = c.s;
  const std::size_t start = expression_start(s, launch);
  const std::size_t end = configuration_end(s, launch + width);
  if (start == kNone)
    return c.error(launch, "`<<<` needs the name of a kernel before it: kernel<<<blocks, threads>>>(…)");
  if (end == kNone)
    return c.error(launch, "this `<<<` has no matching `>>>(`: write kernel<<<blocks, threads>>>(arguments)");
  const std::size_t close = s.tokens[end + 3].match;
  if (close == kNone) return;
  // A template that is also for the host may be instantiated only by host code.
  const declaration* around = c.functions.around(launch);
  if (around != nullptr &&
      (head_has(s, *around, "__global__") ||
       (head_has(s, *around, "__device__") && !(around->is_template && head_has(s, *around, "__host__")))))
    return c.error(launch, "simcu does not support launches from kernels (<<<…>>> in device code)");
  if (end == launch + width)
    return c.error(
        launch, "a launch needs at least the numbers of blocks and threads: kernel<<<blocks, threads>>>(…)");
  std::size_t given = 1;
  bool compares = false;  // or has template arguments, which have their own commas
  for (std::size_t i = launch + width; i < end; ++i) {
    given += s.is(i, ",") ? 1 : 0;
    compares |= s.is(i, "<");
    if (opens_group(s, i) && s.tokens[i].match < end) i = s.tokens[i].match;
  }
  if (given < 2 || (given > 4 && !compares))
    return c.error(
        launch,
        "a launch takes two to four values, <<<blocks, threads, shared bytes, stream>>>, but this one has " +
            std::to_string(given));
  c.e.before(start, "(::simcu::configure(");
  c.e.remove(launch, launch + width);
  std::string name = c.e.flat(start, launch);
  if (name.find_first_of("\"\\\n") != std::string::npos) name = "a kernel";
  while (!name.empty() && name.back() == ' ') name.pop_back();
  c.e.replace(end, ") ? ::simcu::tell_refusal(\"" + name + "\") :");
  c.e.remove(end + 1, end + 3);
  c.e.move_after(end + 2, start, launch);
  c.e.after(close, ")");
}

}  // namespace

void rewrite_launches(context& c) {
  for (std::size_t i = 0; i + 1 < c.s.tokens.size(); ++i) {
    const std::size_t width = launch_width(c.s, i);
    if (width) rewrite_launch(c, i, width);
  }
}

}  // namespace translator
