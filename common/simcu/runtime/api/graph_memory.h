// SPDX-License-Identifier: Apache-2.0
// Memory that belongs to graphs: cudaMallocAsync in a capture, and nodes that allocate.
#pragma once
#include <cstddef>

namespace simcu {

void keep_for_graphs(const void* p);
bool is_kept_for_graphs(const void* p);

}  // namespace simcu
