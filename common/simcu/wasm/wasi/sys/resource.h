// SPDX-License-Identifier: Apache-2.0
// Only the maximum size of its memory limits a module's address space.
#pragma once
#include <cstdint>
struct rlimit {
  std::uint64_t rlim_cur;
};
#define RLIMIT_AS 9
#define RLIM_INFINITY (~std::uint64_t{0})
inline int getrlimit(int, rlimit*) { return -1; }
