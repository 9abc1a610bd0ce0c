// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <optional>
#include <string>

#include "lab_test.h"
#include "source_model.h"

namespace lab03 {

using named_words = verifier::keys<std::uint32_t>;

struct scan {
  const char* exercise;
  unsigned block_size;
  bool inclusive = false;
  bool in_place = false;
  std::size_t shift = 0;  // elements between the aligned start of the buffers and the arrays
  std::string schedule = "";
  std::optional<std::size_t> in_shift = {};  // the shift of d_in, if it differs
  std::size_t first_in() const { return in_shift.value_or(shift); }
  std::size_t most_shifted() const { return std::max(shift, first_in()); }
};

inline const char* result_of(const scan& s) { return s.in_place ? "data" : "out"; }

inline verifier::request request_for(const scan& s, const named_words& in) {
  verifier::request asked(s.exercise);
  asked.param("block_size", s.block_size).param("inclusive", s.inclusive).schedule(s.schedule).timeout(120);
  if (s.shift > 0) asked.param("shift", static_cast<std::int64_t>(s.shift));
  if (s.in_shift.has_value()) asked.param("in_shift", static_cast<std::int64_t>(*s.in_shift));
  if (s.in_place) {
    asked.param("in_place", 1).in_out("data", in);
  } else {
    asked.input("in", in);
    if (s.most_shifted() > 0)
      asked.in_out("out", words(in.size()));
    else
      asked.output<std::uint32_t>("out", in.size());
  }
  return asked;
}

// Returns the whole buffer: first `shift` elements outside the scan, then the sums.
inline words expected_from(const scan& s, const named_words& in) {
  words sums(in.size());
  std::uint32_t sum = 0;
  if (s.in_place) std::copy(in.begin(), in.begin() + static_cast<std::ptrdiff_t>(s.shift), sums.begin());
  for (std::size_t i = 0; i + s.most_shifted() < in.size(); ++i) {
    const std::uint32_t own = in[s.first_in() + i];
    sums[s.shift + i] = s.inclusive ? sum + own : sum;
    sum += own;
  }
  return sums;
}

}  // namespace lab03
