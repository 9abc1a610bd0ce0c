// SPDX-License-Identifier: Apache-2.0
// Finds the steps of lab 07's network that a program has left out or done in a different order.
#pragma once
#include <string>

#include "network_calls.h"

namespace lab07 {

inline std::string text(std::size_t n) { return std::to_string(n); }

inline std::string name_of(const step& s) {
  return "stage " + text(static_cast<std::size_t>(s.stage)) + ", bit " +
         text(static_cast<std::size_t>(s.bit));
}

// Finds the same mistake in every stage, or in the first step of all stages.
inline std::string diagnose_other_list(const words& keys, const steps& all, const words& got) {
  steps without_last, only_first, upwards;
  for (const step& s : all) {
    if (s.bit > 0) without_last.push_back(s);
    if (s.mirrored()) only_first.push_back(s);
    upwards.push_back(s.stage == all.front().stage && !all.front().mirrored()
                          ? step{s.stage, all.front().bit - s.bit}
                          : step{s.stage, s.stage - 1 - s.bit});
  }
  steps mirrored_tail = all;
  mirrored_tail.front().stage = all.front().bit + 1;
  if (got == run_steps(keys, mirrored_tail))
    return "The first of these steps compares mirror images. It is the step of " + name_of(all.front()) +
           ", which is not the first of its stage, so it should compare i with i ^ 2^bit.";
  if (all.size() == 1) return "";
  if (got == run_steps(keys, without_last)) return "The step of bit 0 is missing at the end of every stage.";
  if (got == run_steps(keys, only_first))
    return "Only the first step of each stage was done. Stage s has s steps, from bit s - 1 down to bit 0.";
  if (got == run_steps(keys, upwards))
    return "The steps of a stage went from bit 0 up. They must go down to bit 0.";
  return "";
}

// Finds pairs that no thread handles because there are too few threads. These are the last pairs of each
// step.
inline std::string diagnose_missing_pairs(const words& keys, const steps& all, const words& got) {
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
      if (of_keys > 0 && of_keys < keys.size() && got == made(of_keys, false))
        return "Pairs are missing at the end. The work of " + text(of_keys) +
               " threads, one per key, was done, but there are " + text(keys.size()) + " keys.";
    if (got == made(threads, true))
      return "Pairs are missing at the end. Only the work of " + text(threads) +
             " threads, one per pair, was done. If n isn't a power of two, n / 2 threads are too few. A run "
             "that lacks some partners still needs one thread per key of its lower half.";
  }
  return "";
}

// Recognises sides that are compared with their mirror images although the keys within them are not mirrored.
inline std::string diagnose_sides(const words& keys, const steps& all, const words& got) {
  for (int lg_side = 2; lg_side <= 5; ++lg_side)
    for (int first = lg_side; first <= lg_side + 1; ++first) {
      words so_far = keys;
      for (const step& s : all)
        for (std::size_t i = 0; i < keys.size(); ++i) {
          std::size_t j = s.partner(i);
          if (s.mirrored() && s.bit >= first) j ^= (std::size_t{1} << lg_side) - 1;
          if (i < j && j < keys.size() && so_far[j] < so_far[i]) std::swap(so_far[i], so_far[j]);
        }
      if (so_far == got)
        return "Sides of " + text(std::size_t{1} << lg_side) +
               " keys are compared with their mirror images, but the keys within them are not mirrored. The first "
               "key of a side must be compared with the last key of its partner.";
    }
  return "";
}

// Finds the step of one bit that is missing in all stages after some stage.
inline std::string diagnose_missing_bit(const words& keys, const steps& all, const words& got) {
  for (int bit = 1; bit < all.back().stage; ++bit)
    for (int after = bit; after + 1 < all.back().stage; ++after) {
      steps others;
      for (const step& s : all)
        if (s.bit != bit || s.stage <= after) others.push_back(s);
      if (others.size() < all.size() && run_steps(keys, others) == got)
        return "The step of bit " + text(static_cast<std::size_t>(bit)) + " is missing in every stage from " +
               text(static_cast<std::size_t>(after + 1)) + " on.";
    }
  return "";
}

// Finds steps that are missing at the end of the list or in its middle.
inline std::string diagnose_missing_steps(const words& keys, const steps& all, const words& got) {
  constexpr std::size_t kMostSteps = 64;  // every sequence of at most this many steps is tried
  words so_far = keys;
  for (const step& s : all) {  // finds the first such step; a later step may also have had no effect
    if (so_far == got)
      return s.mirrored() ? "Stage " + text(static_cast<std::size_t>(s.stage)) +
                                " is missing: the keys are sorted in runs of " +
                                text(std::size_t{1} << (s.stage - 1)) +
                                ", as after the previous stage. For n keys, there are ⌈lg n⌉ stages."
                          : "The steps end too early: the keys are in the order before the step of " +
                                name_of(s) + ". The last step of a stage is the step of bit 0.";
    run_steps(so_far, s);
  }
  for (std::size_t count = 1; count < all.size() && all.size() < kMostSteps; ++count)
    for (std::size_t first = 0; first + count <= all.size(); ++first) {
      const auto from = all.begin() + static_cast<std::ptrdiff_t>(first);
      const auto to = from + static_cast<std::ptrdiff_t>(count);
      steps others(all.begin(), from);
      others.insert(others.end(), to, all.end());
      if (run_steps(keys, others) != got) continue;
      return count == 1 ? "The step of " + name_of(*from) + " is missing."
                        : "The steps from " + name_of(*from) + " to " + name_of(*(to - 1)) + " are missing.";
    }
  return all.size() < kMostSteps ? diagnose_missing_bit(keys, all, got) : "";
}

}  // namespace lab07
