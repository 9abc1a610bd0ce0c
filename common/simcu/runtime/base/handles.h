// SPDX-License-Identifier: Apache-2.0
// The objects behind cudaStream_t and cudaEvent_t.
#pragma once
#include <chrono>

#include "simcu/driver_types.h"

struct CUstream_st {
  unsigned flags;
  int priority;
  unsigned long long id;
};

struct CUevent_st {
  unsigned flags;
  bool recorded;
  std::chrono::steady_clock::time_point when;
};

namespace simcu {

// Returns true for default streams, and for streams that were created and not destroyed.
bool is_stream(cudaStream_t stream);

constexpr int kLowestPriority = 0, kHighestPriority = -5;

}  // namespace simcu
