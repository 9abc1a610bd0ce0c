// SPDX-License-Identifier: Apache-2.0
// The results that common mistakes in lab 07 give.
#pragma once
#include <string>

#include "missing_steps.h"
#include "network_calls.h"
#include "strange_keys.h"

namespace lab07 {

inline void add_rules(std::vector<slip>& slips, const words& keys, const steps& all, const words& got) {
  const auto is_by = [&](rule as) { return got == run_steps(keys, all, as); };
  slips.push_back(
      {"descending", is_by(rule::descending),
       "Every comparison put the greater key first, so the direction is inverted. The smaller key belongs "
       "at the smaller of i and j, in every step."});
  slips.push_back(
      {"alternating", is_by(rule::alternating),
       "Runs are ascending and descending in turn. That is the classical form of the "
       "network, with the direction taken from a bit of i. Here, all runs ascend, and the first step of a "
       "stage compares mirror images instead."});
  slips.push_back(
      {"plain partner", is_by(rule::plain_partner),
       "The first step of a stage compares i with i ^ 2^bit, or it compares mirror images and every "
       "other run descends. Both give this result. Here, all runs ascend, so merging two of them needs the "
       "mirror image, i ^ (2^stage - 1)."});
  slips.push_back({"mirrored partner", is_by(rule::mirrored_partner) || is_by(rule::whole_mirror),
                   "In the later steps of a stage, the partner is a mirror image instead of i ^ 2^bit. Only "
                   "the first step of a stage (bit == stage - 1) is mirrored."});
  slips.push_back(
      {"signed", is_by(rule::as_signed),
       "Keys of 2^31 or more come first, so they are compared as signed numbers. Use std::uint32_t for "
       "keys, even in registers."});
}

inline verifier::known about_steps(const words& keys, const steps& all, const words& got) {
  constexpr std::size_t kMost = 1 << 11;
  verifier::known about(about_other_keys(keys, got));
  about.tried = keys.size() <= kMost;
  if (!about.tried) return about;
  about.slips = {{"unmoved", got == keys, "The keys are unchanged: no keys were swapped."}};
  for (const auto add :
       {add_rules, add_other_lists, add_missing_steps, add_missing_pairs, add_sides, add_strange_keys})
    add(about.slips, keys, all, got);
  // The models of steps say nothing about lost keys.
  if (!about.rule.empty())
    for (slip& one : about.slips)
      if (!one.fits && one.name != "floats" && one.name.rfind("padding", 0) != 0) one = {one.name, true, ""};
  return about;
}

// Whether `asked` and `all` give the same result for `keys`.
inline verifier::answer expect_steps(verifier::request asked, const words& keys, const steps& all) {
  const words expected = run_steps(keys, all);
  const verifier::answer ran = asked.run();
  const auto got = ran.get<word>("keys");
  if (got != expected) verifier::expect_equal(got, expected, "keys", about_steps(keys, all, got));
  return ran;
}

inline verifier::answer expect_sorted(const verifier::request& asked, const words& keys) {
  return expect_steps(asked, keys, network(1, ceil_log2(keys.size())));
}

}  // namespace lab07
