// SPDX-License-Identifier: Apache-2.0
// The tables that lab 01's exercises 5 and 6 measure.
#pragma once
#include "timings.h"

namespace lab01 {

inline const verifier::timing_form& block_sizes_form() {
  static const verifier::timing_form form{
      "block_sizes",
      "Table 1: milliseconds of sort_direct by threads per block, n doubles",
      {"block_size", "kernel_ms"}};
  return form;
}

inline const verifier::timing_form& host_and_device_form() {
  static const verifier::timing_form form{"host_and_device",
                                          "Table 2: milliseconds by number of doubles",
                                          {"n", "host_ms", "kernel_ms", "total_ms"},
                                          verifier::timing_form::picture::dots};
  return form;
}

}  // namespace lab01
