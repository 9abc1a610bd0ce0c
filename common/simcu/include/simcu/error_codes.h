// SPDX-License-Identifier: Apache-2.0
// CUDA 13's error codes, with the same names and numbers.
#pragma once

enum cudaError {
#define SIMCU_ERROR(name, number, text) name = number,
#include "simcu/error_table.h"
#undef SIMCU_ERROR
};
typedef cudaError cudaError_t;
