// SPDX-License-Identifier: Apache-2.0
// What memory pools count.
#pragma once
#include <cstddef>

#include "simcu/driver_types.h"

namespace simcu {

void taken_from_pool(const void* p, std::size_t bytes,
                     cudaMemPool_t pool);  // null: the device's current pool
void given_back_to_pool(const void* p);    // nothing happens if it came from no pool

}  // namespace simcu
