// SPDX-License-Identifier: Apache-2.0
// CUDA's rules for errors: reading a thread's last error clears it. The next call that waits for kernels
// reports a kernel's fault, and then every call does.
#include "link/errors.h"

#include <atomic>
#include <cstdio>

#include "link/device_port.h"
#include "simcu/host.h"
#include "simcu/runtime_api.h"

namespace simcu {
namespace {

thread_local cudaError_t last_error = cudaSuccess;
std::atomic<int> unreported{0};  // the fault of a kernel that the host has not waited for yet
std::atomic<int> sticky_fault{0};
std::atomic<bool> told_of_reset{false};

}  // namespace

int record_error(int cuda_error) {
  last_error = static_cast<cudaError_t>(cuda_error);
  return cuda_error;
}

void record_kernel_fault(int cuda_error) {
  int none = 0;
  unreported.compare_exchange_strong(none, cuda_error);
}

int enter_api(bool synchronises) {
  if (synchronises) {
    the_device().flush_output();
    int none = 0;
    const int fault = unreported.load();
    if (fault != 0) sticky_fault.compare_exchange_strong(none, fault);
  }
  const int sticky = sticky_fault.load();
  if (sticky == cudaErrorDevicesUnavailable && !told_of_reset.exchange(true)) {
    std::fflush(stdout);
    std::fputs(
        "simcu: a kernel has failed, and cudaDeviceReset does not restore the device: only another process "
        "can use it (cudaErrorDevicesUnavailable)\n",
        stderr);
  }
  return sticky;
}

cudaError_t begin_api(bool synchronises) {
  const int sticky = enter_api(synchronises);
  if (sticky != 0) record_error(sticky);
  return static_cast<cudaError_t>(sticky);
}

cudaError_t end_api(cudaError_t error) {
  if (error != cudaSuccess) record_error(error);
  return error;
}

bool device_lost() { return unreported.load() != 0; }
int unreported_fault() { return unreported.load(); }

void reset_faults() {
  const int fault = sticky_fault.load();
  const bool lost = fault != 0 && fault != cudaErrorLaunchTimeout && fault != cudaErrorMemoryAllocation;
  unreported = sticky_fault = lost ? cudaErrorDevicesUnavailable : cudaSuccess;
  if (!lost) last_error = cudaSuccess;
}

}  // namespace simcu

extern "C" cudaError_t cudaPeekAtLastError() { return simcu::last_error; }

extern "C" cudaError_t cudaGetLastError() {
  const cudaError_t error = simcu::last_error;
  simcu::last_error = cudaSuccess;
  return error;
}
