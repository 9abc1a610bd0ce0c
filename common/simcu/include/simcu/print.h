// SPDX-License-Identifier: Apache-2.0
// The translator replaces printf, assert and clock by these: one name for host and device, which decide at
// run time.
#pragma once
#include <time.h>

namespace simcu {

// On the host: C's printf. In a kernel: into a buffer that the next synchronising call writes to stdout;
// returns the number of arguments, as on a device.
int printf(const char* format, ...) __attribute__((format(printf, 1, 2)));

// Called by assert(). On the host: ends the process. In a kernel: prints CUDA's message to stderr, and the
// launch fails with cudaErrorAssert.
[[noreturn]] void assert_fail(const char* expression, const char* file, unsigned int line,
                              const char* function);

// On the host: C's clock(). In a kernel: ticks of the simulated device's clock (nanoseconds).
clock_t clock();
long long device_clock();

}  // namespace simcu

inline long long clock64() { return ::simcu::device_clock(); }
