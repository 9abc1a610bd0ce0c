// SPDX-License-Identifier: Apache-2.0
// The results if a program leaves out, adds or reorders steps of lab 07's network.
#pragma once
#include <string>

#include "network_calls.h"

namespace lab07 {

using verifier::slip;

inline std::string text(std::size_t n) { return std::to_string(n); }

inline std::string name_of(const step& s) {
  return "stage " + text(static_cast<std::size_t>(s.stage)) + ", bit " +
         text(static_cast<std::size_t>(s.bit));
}

template <class Keep>
steps only(const steps& all, Keep keep) {
  steps some;
  for (const step& s : all)
    if (keep(s)) some.push_back(s);
  return some;
}

// The same mistake in every stage, or in the first step of all stages.
inline void add_other_lists(std::vector<slip>& slips, const words& keys, const steps& all, const words& got) {
  const auto is_after = [&](const steps& list) { return got == run_steps(keys, list); };
  steps upwards, mirrored_tail = all;
  for (const step& s : all)
    upwards.push_back(s.stage == all.front().stage && !all.front().mirrored()
                          ? step{s.stage, all.front().bit - s.bit}
                          : step{s.stage, s.stage - 1 - s.bit});
  mirrored_tail.front().stage = all.front().bit + 1;
  slips.push_back({"mirrored tail", !all.front().mirrored() && is_after(mirrored_tail),
                   "The first of these steps compares mirror images. It is the step of " +
                       name_of(all.front()) +
                       ", which is not the first of its stage, so it should compare i with i ^ 2^bit."});
  if (all.size() == 1) return;
  slips.push_back({"no bit 0", is_after(only(all, [](const step& s) { return s.bit > 0; })),
                   "The step of bit 0 is missing at the end of every stage."});
  slips.push_back(
      {"first steps", is_after(only(all, [](const step& s) { return s.mirrored(); })),
       "Only the first step of each stage was done. Stage s has s steps, from bit s - 1 down to bit 0."});
  slips.push_back({"no first steps", is_after(only(all, [](const step& s) { return !s.mirrored(); })),
                   "The first step of each stage is missing."});
  slips.push_back(
      {"upwards", is_after(upwards), "The steps of a stage went from bit 0 up. They must go down to bit 0."});
  const int last = all.back().stage;
  for (int bit = 0; bit < last; ++bit)
    for (int after = bit; after < last; ++after) {
      const steps others = only(all, [&](const step& s) { return s.bit != bit || s.stage <= after; });
      if (bit == 0 && after == 0) continue;
      slips.push_back({"one bit", others.size() < all.size() && is_after(others),
                       "The step of bit " + std::to_string(bit) + " is missing in every stage from " +
                           std::to_string(after + 1) + " on."});
    }
}

// With too few threads, no thread handles the last pairs of each step.
inline void add_missing_pairs(std::vector<slip>& slips, const words& keys, const steps& all,
                              const words& got) {
  const auto made = [&](std::size_t threads, bool for_each_pair) {
    words so_far = keys;
    for (const step& s : all)
      for (std::size_t t = 0; t < threads; ++t) {
        const std::size_t below = (std::size_t{1} << s.bit) - 1;
        const std::size_t i = for_each_pair ? (t & ~below) << 1 | (t & below) : t, j = s.partner(i);
        if (i < j && j < keys.size() && so_far[j] < so_far[i]) std::swap(so_far[i], so_far[j]);
      }
    return so_far;
  };
  for (const std::size_t block : {1, 32, 64, 128, 256, 512, 1024}) {
    const std::size_t threads = (keys.size() / 2 + block - 1) / block * block;
    for (const std::size_t of_keys : {threads, keys.size() / block * block})
      slips.push_back({"threads for keys",
                       of_keys > 0 && of_keys < keys.size() && got == made(of_keys, false),
                       "Pairs are missing at the end. The work of " + text(of_keys) +
                           " threads, one per key, was done, but there are " + text(keys.size()) + " keys."});
    slips.push_back(
        {"threads for pairs", got == made(threads, true),
         "Pairs are missing at the end. Only the work of " + text(threads) +
             " threads, one per pair, was done. If n isn't a power of two, n / 2 threads are too few. A "
             "run that lacks some partners still needs one thread per key of its lower half."});
  }
}

// Sides that are compared with their mirror images although the keys within them are not mirrored.
inline void add_sides(std::vector<slip>& slips, const words& keys, const steps& all, const words& got) {
  for (int lg_side = 2; lg_side <= 5; ++lg_side)
    for (int first = lg_side; first <= lg_side + 1; ++first) {
      words so_far = keys;
      for (const step& s : all)
        for (std::size_t i = 0; i < keys.size(); ++i) {
          std::size_t j = s.partner(i);
          if (s.mirrored() && s.bit >= first) j ^= (std::size_t{1} << lg_side) - 1;
          if (i < j && j < keys.size() && so_far[j] < so_far[i]) std::swap(so_far[i], so_far[j]);
        }
      slips.push_back(
          {"sides", so_far == got,
           "Sides of " + text(std::size_t{1} << lg_side) +
               " keys are compared with their mirror images, but the keys within them are not mirrored. The "
               "first key of a side must be compared with the last key of its partner."});
    }
}

// Steps that are missing at the end of the list or in its middle.
inline void add_missing_steps(std::vector<slip>& slips, const words& keys, const steps& all,
                              const words& got) {
  constexpr std::size_t kMostSteps = 64;  // every sequence of at most this many steps is tried
  words so_far = keys;
  for (const step& s : all) {  // a later step may also have had no effect
    if (so_far == got) {
      slips.push_back(s.mirrored()
                          ? slip{"stage", true,
                                 "Stage " + text(static_cast<std::size_t>(s.stage)) +
                                     " is missing: the keys are sorted in runs of " +
                                     text(std::size_t{1} << (s.stage - 1)) +
                                     ", as after the previous stage. For n keys, there are ⌈lg n⌉ stages."}
                          : slip{"end", true,
                                 "The steps end too early: the keys are in the order before the step of " +
                                     name_of(s) + ". The last step of a stage is the step of bit 0."});
      return;
    }
    run_steps(so_far, s);
  }
  if (all.size() >= kMostSteps) slips.push_back({"steps", true, ""});  // too many to try
  for (std::size_t count = 1; count < all.size() && all.size() < kMostSteps; ++count)
    for (std::size_t first = 0; first + count <= all.size(); ++first) {
      const auto from = all.begin() + static_cast<std::ptrdiff_t>(first);
      const auto to = from + static_cast<std::ptrdiff_t>(count);
      steps others(all.begin(), from);
      others.insert(others.end(), to, all.end());
      if (run_steps(keys, others) != got) continue;
      slips.push_back(
          {"steps", true,
           count == 1 ? "The step of " + name_of(*from) + " is missing."
                      : "The steps from " + name_of(*from) + " to " + name_of(*(to - 1)) + " are missing."});
      return;
    }
}

}  // namespace lab07
