// SPDX-License-Identifier: Apache-2.0
// What fresh device memory holds, mapped and not filled.
#pragma once
#include <cstddef>

namespace simcu {

// Maps whole pages with poison, which cost memory only once they are written. False: the system refuses.
bool map_poison_lazily(char* start, std::size_t bytes);

}  // namespace simcu
