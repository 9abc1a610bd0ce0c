// SPDX-License-Identifier: Apache-2.0
// The driver API is not part of simcu; only its version number is.
#pragma once
#define CUDA_VERSION 13000
