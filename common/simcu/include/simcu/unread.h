// SPDX-License-Identifier: Apache-2.0
// The translator passes an extra argument to calls whose result is unused (unread_results.cpp).
#pragma once
#include "simcu/driver_types.h"

namespace simcu {

struct nobody_reads {};  // marks a call whose result is not read
// A query whose result is not read tells the host nothing, so --check does not count it as a wait.
cudaError_t query_unread(cudaStream_t stream);
cudaError_t query_unread(cudaEvent_t event);

}  // namespace simcu
