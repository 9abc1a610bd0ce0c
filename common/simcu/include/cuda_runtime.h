// SPDX-License-Identifier: Apache-2.0
// The runtime API and everything that device code calls by name; nvcc includes it in every .cu file.
#pragma once
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmath>
#include <cstdlib>
#include <new>
#include <utility>

#ifdef __CUDACC_EXTENDED_LAMBDA__
#include <functional>
#endif

#include "simcu/atomics.h"
#include "simcu/barriers.h"
#include "simcu/cache_ops.h"
#include "simcu/conversions.h"
#include "simcu/device.h"
#include "simcu/driver_types.h"
#include "simcu/host.h"
#include "simcu/integer_intrinsics.h"
#include "simcu/kernel.h"
#include "simcu/kernel_functions.h"
#include "simcu/launch.h"
#include "simcu/launch_attributes.h"
#include "simcu/macros.h"
#include "simcu/math.h"
#include "simcu/min_max.h"
#include "simcu/print.h"
#include "simcu/runtime_api.h"
#include "simcu/runtime_templates.h"
#include "simcu/unsupported.h"
#include "simcu/vector_functions.h"
#include "simcu/vector_types.h"
#include "simcu/warp.h"

#ifndef SIMCU_PRECOMPILES
#include "simcu/lane_bits.h"
#endif
