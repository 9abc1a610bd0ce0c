// SPDX-License-Identifier: Apache-2.0
// The translator replaces printf, assert and clock with these functions, which find out at run time whether a
// kernel calls them.
#pragma once
#include <time.h>

namespace simcu {

// On the host, calls C's printf. In a kernel, prints into a buffer that the next synchronising call writes to
// stdout, and returns the number of arguments, as on a device.
int printf(const char* format, ...) __attribute__((format(printf, 1, 2)));

// Called by assert(). On the host, ends the process. In a kernel, prints CUDA's message to stderr, and the
// launch fails with cudaErrorAssert.
[[noreturn]] void assert_fail(const char* expression, const char* file, unsigned int line,
                              const char* function);

// On the host, calls C's clock(). In a kernel, returns ticks (nanoseconds) of the simulated device's clock.
clock_t clock();
long long device_clock();

}  // namespace simcu

inline long long clock64() { return ::simcu::device_clock(); }
