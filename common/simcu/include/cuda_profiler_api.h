// SPDX-License-Identifier: Apache-2.0
// cudaProfilerStart and cudaProfilerStop.
#pragma once
#include "simcu/runtime_api.h"
