// SPDX-License-Identifier: Apache-2.0
// Replacements for printf, assert and clock that find out at run time whether a kernel calls them.
#pragma once
#include <time.h>

namespace simcu {

// In a kernel, prints into a buffer that the next synchronising call writes to stdout, and returns the number
// of arguments, as on a device.
int printf(const char* format, ...) __attribute__((format(printf, 1, 2)));

// On the host, ends the process. In a kernel, the launch fails with cudaErrorAssert and CUDA's message.
[[noreturn]] void assert_fail(const char* expression, const char* file, unsigned int line,
                              const char* function);

// In a kernel, returns ticks (nanoseconds) of the simulated device's clock.
clock_t clock();
long long device_clock();

}  // namespace simcu

inline long long clock64() { return ::simcu::device_clock(); }
