// SPDX-License-Identifier: Apache-2.0
// A finding about one access of the running thread.
#pragma once
#include <string>

#include "state/state.h"

namespace simcu::check {

inline constexpr char kCompareWithZero[] = "Compare the index with zero before the access.";
inline constexpr char kCompareWithSize[] = "Compare the index with the array's size before the access.";

// Reports it, or counts it if this place in the code is known for it. `message` says what the access does.
void found(const state& s, const char* kind, const char* subkind, const event& e, const std::string& message,
           const std::string& advice);

}  // namespace simcu::check
