// SPDX-License-Identifier: Apache-2.0
// The driver API is not part of simcu; only its version number is.
#pragma once
#define __cuda_cuda_h__
#define CUDA_VERSION 13000
