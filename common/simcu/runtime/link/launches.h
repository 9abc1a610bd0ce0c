// SPDX-License-Identifier: Apache-2.0
// Launches on the device in this process, and information about kernels (include/simcu/host.h says about
// which).
#pragma once
#include <cstddef>

#include "link/configuration.h"
#include "simcu/kernel.h"

namespace simcu {

// Runs the grid to its end. Not 0: the error because of which it has not begun. `bad`: the parameter that is
// the address of a device variable as host code has it; then the launch fails.
int launch_here(const configuration& how, const kernel_body& body, const named_parameter* bad);

void allow_dynamic_shared_here(const void* identity, std::size_t bytes);
void learn_max_threads(const void* identity, unsigned threads);
void learn_static_shared(const void* identity, std::size_t bytes);

}  // namespace simcu
