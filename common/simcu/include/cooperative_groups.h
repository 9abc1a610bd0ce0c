// SPDX-License-Identifier: Apache-2.0
// Cooperative groups: blocks, grids, tiles, coalesced groups and partitions.
#pragma once
#include "cuda_runtime.h"
#ifdef __SIMCU_STRICT__
#pragma clang force_cuda_host_device begin
#endif
#include "simcu/cg/block_grid.h"
#include "simcu/cg/coalesced.h"
#include "simcu/cg/invoke.h"
#include "simcu/cg/partition.h"
#include "simcu/cg/tile.h"
#ifdef __SIMCU_STRICT__
#pragma clang force_cuda_host_device end
#endif
