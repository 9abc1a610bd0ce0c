// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies of one thread.
#pragma once
#include "cuda_pipeline_primitives.h"
