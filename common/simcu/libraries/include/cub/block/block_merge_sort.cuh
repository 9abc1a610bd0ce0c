// SPDX-License-Identifier: Apache-2.0
// cub::BlockMergeSort.
#pragma once
#include "cuda_runtime.h"
#ifdef __SIMCU_STRICT__
#pragma clang force_cuda_host_device begin
#endif
#include "simcu/cub/block_merge_sort.h"
#ifdef __SIMCU_STRICT__
#pragma clang force_cuda_host_device end
#endif
