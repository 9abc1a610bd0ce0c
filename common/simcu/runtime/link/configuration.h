// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

#include "simcu/host.h"
#include "simcu/kernel.h"

namespace simcu {

struct configuration {
  dim3 grid, block;
  std::size_t dynamic_shared = 0;
  cudaStream_t stream = nullptr;
  bool cooperative = false;
  bool identify = false;
  const void* identity = nullptr;
  location where = {nullptr, 0};
};

}  // namespace simcu
