// SPDX-License-Identifier: Apache-2.0
// Calls whose result is unused: the translator gives them one more argument (unread_results.cpp).
#pragma once
#include "simcu/driver_types.h"

namespace simcu {

struct nobody_reads {};  // marks a call whose result is not read
// Such a query tells the host nothing, so under --check the host has not waited.
cudaError_t query_unread(cudaStream_t stream);
cudaError_t query_unread(cudaEvent_t event);

}  // namespace simcu
