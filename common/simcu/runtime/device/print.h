// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

namespace simcu {

// cudaLimitPrintfFifoSize, counted as a device counts it (a few words per call and argument).
void set_print_capacity(std::size_t bytes);
std::size_t print_capacity();

}  // namespace simcu
