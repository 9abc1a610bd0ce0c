// SPDX-License-Identifier: Apache-2.0
// Guesses why a result of lab 07 is wrong, by comparing it with the results of common mistakes for the same
// keys.
#pragma once
#include <string>

#include "missing_steps.h"
#include "network_calls.h"
#include "strange_keys.h"

namespace lab07 {

inline std::string diagnose_partner_or_direction(const words& keys, const steps& all, const words& got) {
  if (got == run_steps(keys, all, rule::descending))
    return "Every comparison put the greater key first, so the direction is inverted. The smaller key belongs "
           "at the smaller of i and j, in every step.";
  if (got == run_steps(keys, all, rule::alternating))
    return "Runs are ascending and descending in turn. That is the classical form of the "
           "network, with the direction taken from a bit of i. Here, all runs ascend, and the first step of a "
           "stage compares mirror images instead.";
  if (got == run_steps(keys, all, rule::plain_partner))
    return "The first step of a stage compares i with i ^ 2^bit, or it compares mirror images and every "
           "other run descends. Both give this result. Here, all runs ascend, so merging two of them needs the "
           "mirror image, i ^ (2^stage - 1).";
  if (got == run_steps(keys, all, rule::mirrored_partner) || got == run_steps(keys, all, rule::whole_mirror))
    return "In the later steps of a stage, the partner is a mirror image instead of i ^ 2^bit. Only "
           "the first step of a stage (bit == stage - 1) is mirrored.";
  return "";
}

// `ran` is the exercise. Threads can be missing at the end only if each thread handles one pair.
inline std::string diagnose(const words& keys, const steps& all, const words& got, const std::string& ran) {
  if (got == keys)
    return std::string("The keys are unchanged: no keys were swapped.") +
           (got == run_steps(keys, all, rule::descending)
                ? " They would also be unchanged if the greater key of each pair went to the smaller index."
                : "");
  const std::string padding = diagnose_padding(keys, got);
  if (!padding.empty()) return padding;
  const std::string others = diagnose_other_keys(keys, got);
  if (!others.empty()) return others;
  if (got == run_steps(keys, all, rule::as_signed))
    return "Keys of 2^31 or more come first, so they are compared as signed numbers. Use std::uint32_t for "
           "keys, even in registers.";
  constexpr std::size_t kFew = 16;  // with fewer keys, many mistakes have the same result
  const bool power_of_two = (keys.size() & (keys.size() - 1)) == 0;
  if (keys.size() < kFew && !power_of_two) return "";
  const std::string missing = diagnose_missing_steps(keys, all, got),
                    pairs = ran == "fused_steps" ? "" : diagnose_missing_pairs(keys, all, got);
  if (!power_of_two && !pairs.empty())  // if few pairs have keys, missing pairs look like a missing stage
    return pairs + (missing.empty() ? "" : " Another possible cause: " + missing);
  const std::string known = diagnose_partner_or_direction(keys, all, got);
  if (!known.empty()) return known;
  const std::string other = diagnose_other_list(keys, all, got);
  if (!other.empty()) return other;
  if (!missing.empty()) return missing;
  if (!pairs.empty()) return pairs;
  const std::string sides = diagnose_sides(keys, all, got);
  if (!sides.empty()) return sides;
  return sorted(got) != sorted(keys)
             ? "Some keys are lost and others occur twice: a store replaced a key that was still needed."
             : "";
}

// Whether `asked` and `all` give the same result for `keys`.
inline verifier::answer expect_steps(verifier::request asked, const words& keys, const steps& all) {
  const words expected = run_steps(keys, all);
  const verifier::answer ran = asked.run();
  const auto got = ran.get<word>("keys");
  if (got != expected)
    verifier::expect_equal(got, expected, "keys", diagnose(keys, all, got, ran.exercise()));
  return ran;
}

inline verifier::answer expect_sorted(const verifier::request& asked, const words& keys) {
  return expect_steps(asked, keys, network(1, ceil_log2(keys.size())));
}

}  // namespace lab07
