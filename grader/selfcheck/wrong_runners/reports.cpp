// SPDX-License-Identifier: Apache-2.0
// What the wrong runners hand back as the report of the checkers.
#include <simcu/report.h>

#include "runner_kind.h"

namespace simcu {

std::string take_report(bool leaks) {
  const std::string clean = R"({"findings":[],"dropped":0})";
  if (!leaks) return "";
  return clean;
}

}  // namespace simcu
