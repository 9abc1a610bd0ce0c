// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "timings.h"

namespace lab02 {

inline const verifier::timing_form& digit_bits_form() {
  static const verifier::timing_form form{"digit_bits",
                                          "The sweep: milliseconds per sort, by bits per digit",
                                          {"bits", "histogram_ms", "scan_ms", "scatter_ms", "copy_ms"},
                                          verifier::timing_form::picture::bars,
                                          true};
  return form;
}

}  // namespace lab02
