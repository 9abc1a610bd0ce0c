// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "report/findings.h"
#include "state/state.h"

namespace simcu::check {

// The checks can't know whether an index past the data's edge only lacks a comparison or is itself wrong.
inline constexpr char kCompareWithZero[] =
    "If the index may fall below zero here, compare it with zero before the access. If it never should, the "
    "index is wrong.";
inline constexpr char kCompareBeforeSubtracting[] =
    "A subtraction gave less than zero. If it may do so here, compare the two numbers before they are "
    "subtracted. If it never should, one of them is wrong.";
inline constexpr char kCompareWithSize[] =
    "If the index may pass the end here, compare it with the array's size before the access. If it never "
    "should, the index or the size is wrong.";

// If the finding is already known for this place in the code, counts it and returns null. `message` says what
// the access does.
finding* found(const state& s, const char* kind, const char* subkind, const event& e,
               const std::string& message, const std::string& advice);

}  // namespace simcu::check
