// SPDX-License-Identifier: Apache-2.0
// Scans over groups.
#pragma once
#ifdef __SIMCU_STRICT__
#pragma clang force_cuda_host_device begin
#endif
#include "cooperative_groups.h"
#include "simcu/cg/scan.h"
#ifdef __SIMCU_STRICT__
#pragma clang force_cuda_host_device end
#endif
