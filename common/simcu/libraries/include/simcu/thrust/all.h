// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <iostream>  // Thrust's own headers all include it, and programs rely on this

#include "cuda_runtime.h"
#include "thrust/version.h"
#define THRUST_CPP_DIALECT (__cplusplus / 100)
#ifdef __SIMCU_STRICT__
#pragma clang force_cuda_host_device begin
#endif
#include "simcu/thrust/functional.h"
#include "simcu/thrust/random.h"
#ifdef __SIMCU_STRICT__
#pragma clang force_cuda_host_device end
#endif
#include "simcu/thrust/searches.h"
#include "simcu/thrust/vector.h"
#include "simcu/thrust/zip.h"
