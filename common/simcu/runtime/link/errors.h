// SPDX-License-Identifier: Apache-2.0
// How API functions begin and end, so that CUDA's error rules hold everywhere.
//
//   cudaError_t cudaThing(int x) {
//     if (cudaError_t sticky = begin_api(kSynchronises)) return sticky;
//     if (x < 0) return end_api(cudaErrorInvalidValue);
//     return cudaSuccess;
//   }
#pragma once
#include "simcu/error_codes.h"

namespace simcu {

constexpr bool kSynchronises = true;  // waits for kernels: sees their faults, flushes their output
constexpr bool kDoesNotWait = false;

// Returns success, or the sticky error, which becomes this thread's last error.
cudaError_t begin_api(bool synchronises);
// Records and returns the error; success leaves this thread's last error alone.
cudaError_t end_api(cudaError_t error);

// Returns true even if the host does not know of the failure yet. If so, no other kernel may be launched.
bool device_lost();
// Returns 0 once a call has reported the fault.
int unreported_fault();
// As on an H100 with CUDA 13, nothing works any more after a kernel's failure, and the last error stays. Only
// simcu's own errors (the time limit, too little memory) are cleared.
void reset_faults();

}  // namespace simcu
