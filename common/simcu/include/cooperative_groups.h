// SPDX-License-Identifier: Apache-2.0
// Cooperative groups: blocks, grids, tiles and coalesced groups.
#pragma once
#include "cuda_runtime.h"
#ifdef __SIMCU_STRICT__
#pragma clang force_cuda_host_device begin
#endif
#include "simcu/cg/lanes.h"
#ifdef __SIMCU_STRICT__
#pragma clang force_cuda_host_device end
#endif
