// SPDX-License-Identifier: Apache-2.0
// Wrong runners fill in the report of a device without checkers (wrong_runners/reports.cpp).
#pragma once
#include <cstddef>
#include <string>

namespace simcu {
std::string take_report(bool leaks = false);
inline bool in_kernel() { return false; }
inline void listen_to_faults(void (*)(const char* record, std::size_t size)) {}
}  // namespace simcu
