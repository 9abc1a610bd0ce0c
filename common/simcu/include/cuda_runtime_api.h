// SPDX-License-Identifier: Apache-2.0
// The host side of the CUDA runtime.
#pragma once
#include "simcu/runtime_api.h"
