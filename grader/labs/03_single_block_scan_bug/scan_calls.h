// SPDX-License-Identifier: Apache-2.0
// How tests ask for the scans of exercises 4 to 7, and what must come back.
#pragma once
#include <string>

#include "lab_test.h"
#include "source_model.h"

namespace lab03 {

using named_words = verifier::keys<std::uint32_t>;  // messages say what they are

struct scan {
  const char* exercise;
  unsigned block_size;
  bool inclusive = false;
  bool in_place = false;
  std::size_t shift = 0;  // elements between the (aligned) start of the buffers and the arrays
  std::string schedule = "";
};

// The name of the buffer that holds the result.
inline const char* result_of(const scan& s) { return s.in_place ? "data" : "out"; }

inline verifier::request request_for(const scan& s, const named_words& in) {
  verifier::request asked(s.exercise);
  asked.param("block_size", s.block_size).param("inclusive", s.inclusive).schedule(s.schedule).timeout(120);
  if (s.shift > 0) asked.param("shift", static_cast<std::int64_t>(s.shift));
  if (s.in_place) {
    asked.param("in_place", 1).in_out("data", in);
  } else {
    asked.input("in", in);
    if (s.shift > 0)
      asked.in_out("out", words(in.size()));
    else
      asked.output<std::uint32_t>("out", in.size());
  }
  return asked;
}

// The whole buffer afterwards: `shift` elements that are not the scan's, then the sums.
inline words expected_from(const scan& s, const named_words& in) {
  words sums(in.size());
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (i < s.shift) {
      sums[i] = s.in_place ? in[i] : 0;
      continue;
    }
    sums[i] = s.inclusive ? sum + in[i] : sum;
    sum += in[i];
  }
  return sums;
}

}  // namespace lab03
