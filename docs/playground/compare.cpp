// SPDX-License-Identifier: Apache-2.0
// The two-column timeline of lab 03's report, for a program that the page has run under two schedules.
#include <emscripten.h>

#include "03_single_block_scan_bug/timeline.h"

// Compares the histories of `element`, as they are in the checkers' reports.
extern "C" EMSCRIPTEN_KEEPALIVE const char* timeline(const char* element, const char* first_name,
                                                     const char* first, const char* second_name,
                                                     const char* second) {
  static std::string text;
  const lab03::history one = lab03::parse_history(first), other = lab03::parse_history(second);
  const auto found = lab03::first_difference({{one, other}});
  text = lab03::side_by_side(found.value_or(lab03::difference{0, one, other, one.size(), other.size()}),
                             first_name, second_name) +
         "\n" +
         (found ? lab03::in_words(*found, element, first_name, second_name)
                : fmt::format("Every read of {} gets the same value under {} and under {}.", element,
                              first_name, second_name));
  return text.c_str();
}
