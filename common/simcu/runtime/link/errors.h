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

// Returns the sticky error, which is also recorded as this thread's last error, or success.
cudaError_t begin_api(bool synchronises);
// Records an error as this thread's last error and returns it; success leaves the last error alone.
cudaError_t end_api(cudaError_t error);

// Whether a kernel has failed, even if the host does not know yet. If so, no other kernel may be launched.
bool device_lost();
// The error of a failed kernel, until a call has reported it; 0 if there is none.
int unreported_fault();
// cudaDeviceReset. As on an H100 with CUDA 13, nothing works any more in a process whose kernel has failed,
// and the last error stays. Only simcu's own errors (the time limit, too little memory) are cleared.
void reset_faults();

}  // namespace simcu
