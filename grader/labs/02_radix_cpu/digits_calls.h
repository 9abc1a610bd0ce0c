// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <string>

#include "digits_model.h"
#include "lab_test.h"

namespace lab02 {

using named_keys = verifier::keys<u32>;

// Counts the passes in which not all keys have the same digit.
inline int moving_passes(const named_keys& keys, int bits) {
  int moving = 0;
  for (int shift = 0; bits > 0 && shift < 32; shift += bits)
    moving += std::any_of(keys.begin(), keys.end(), [&](u32 key) {
      return digit_of(key, shift, bits) != digit_of(keys[0], shift, bits);
    });
  return moving;
}

inline verifier::request histogram(const named_keys& keys, int shift, int bits) {
  return verifier::request("histogram")
      .input("keys", keys)
      .output<u32>("counts", bits > 0 ? bins(bits) : 1)
      .param("shift", shift)
      .param("bits", bits);
}

inline verifier::request scatter(const named_keys& keys, int shift, int bits) {
  return verifier::request("scatter")
      .input("keys", keys)
      .output<u32>("out", keys.size())
      .in_out("starts", starts_of(counts_of(keys, shift, bits)))
      .param("shift", shift)
      .param("bits", bits);
}

inline verifier::request sort(const named_keys& keys, int bits, const std::string& exercise = "sort") {
  return verifier::request(exercise)
      .in_out("keys", keys)
      .output<u32>("scratch", keys.size())
      .param("bits", bits);
}

inline verifier::request sort_pairs(const named_keys& keys, const named_keys& values, int bits) {
  return verifier::request("sort_pairs")
      .in_out("keys", keys)
      .in_out("values", values)
      .output<u32>("scratch_keys", keys.size())
      .output<u32>("scratch_values", keys.size())
      .param("bits", bits)
      .fact("moved", moving_passes(keys, bits));
}

inline void expect_value(const verifier::answer& a, const std::string& name, double expected,
                         const std::string& meaning) {
  const double got = a.value(name);
  verifier::expect_true(got == expected, "`" + name + "` is " + std::to_string(static_cast<long>(got)) +
                                             " instead of " + std::to_string(static_cast<long>(expected)) +
                                             ": " + meaning + ".");
}

}  // namespace lab02
