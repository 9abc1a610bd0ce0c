// SPDX-License-Identifier: Apache-2.0
// nvcuda::wmma: products of small matrices, whose elements the lanes of a warp hold together.
#pragma once
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "simcu/wmma_functions.h"
