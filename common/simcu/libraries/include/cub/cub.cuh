// SPDX-License-Identifier: Apache-2.0
// The part of CUB that simcu has. The driver refuses any other part at the line that uses it.
#pragma once
#include "cuda_runtime.h"
#ifdef __SIMCU_STRICT__
#pragma clang force_cuda_host_device begin
#endif
#include "simcu/cub/block_exchange.h"
#include "simcu/cub/block_load_store.h"
#include "simcu/cub/block_merge_sort.h"
#include "simcu/cub/block_radix_sort.h"
#include "simcu/cub/block_reduce.h"
#include "simcu/cub/block_scan.h"
#include "simcu/cub/warp.h"
#ifdef __SIMCU_STRICT__
#pragma clang force_cuda_host_device end
#endif
#include "simcu/cub/device_reduce.h"
#include "simcu/cub/device_sort.h"
