// SPDX-License-Identifier: Apache-2.0
// The initial contents of device memory, mapped instead of filled.
#pragma once
#include <cstddef>

namespace simcu {

// The pages use memory only once they are written. Returns false if the system refuses.
bool map_poison_lazily(char* start, std::size_t bytes);

}  // namespace simcu
