// SPDX-License-Identifier: Apache-2.0
// Launches on the device in this process, and facts about kernels (include/simcu/host.h).
#pragma once
#include <cstddef>

#include "link/configuration.h"
#include "simcu/kernel.h"

namespace simcu {

// Runs the grid until it has ended. Returns 0, or the error that prevented the launch. `bad` is the parameter
// that is a device variable's address in host code; if it is not null, the launch fails.
int launch_here(const configuration& how, const kernel_body& body, const named_parameter* bad);

void allow_dynamic_shared_here(const void* identity, std::size_t bytes);
void learn_max_threads(const void* identity, unsigned threads);
void learn_static_shared(const void* identity, std::size_t bytes);

}  // namespace simcu
