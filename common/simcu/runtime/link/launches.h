// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

#include "link/configuration.h"
#include "simcu/kernel.h"

namespace simcu {

// Returns after the grid has ended: 0, or the error that prevented the launch. Fails the launch if `bad`, a
// device variable's address in host code, is not null.
int launch_here(const configuration& how, const kernel_body& body, const named_parameter* bad);

void allow_dynamic_shared_here(const void* identity, std::size_t bytes);
void learn_max_threads(const void* identity, unsigned threads);
void learn_static_shared(const void* identity, std::size_t bytes);

}  // namespace simcu
