// SPDX-License-Identifier: Apache-2.0
// The object behind cudaArray_t.
#pragma once
#include <algorithm>

#include "simcu/array_types.h"

struct cudaArray {
  cudaChannelFormatDesc desc;
  cudaExtent extent;  // as requested, in elements; 0: the dimension does not exist
  unsigned flags;
  size_t element, pitch, slice;  // bytes of an element, a row, a slice or layer
  char* data;                    // in device memory

  cudaExtent full_extent() const {
    return {extent.width, std::max<size_t>(extent.height, 1), std::max<size_t>(extent.depth, 1)};
  }
};

namespace simcu {
bool is_array(cudaArray_const_t array);
}
