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

// The sticky error (also recorded as this thread's last error), or success.
cudaError_t begin_api(bool synchronises);
// Records an error as this thread's last error and returns it; success leaves the last error alone.
cudaError_t end_api(cudaError_t error);

// A kernel has failed, whether or not the host has been told: nothing may be launched any more.
bool device_lost();
// The error of a kernel that has failed and that nobody has been told of; 0: none has.
int unreported_fault();
// cudaDeviceReset. As on an H100 with CUDA 13, nothing works any more in a process whose kernel has failed,
// and the last error stays; but simcu's own time limit and want of memory are forgotten.
void reset_faults();

}  // namespace simcu
