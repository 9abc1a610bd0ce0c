// SPDX-License-Identifier: Apache-2.0
// Copies by groups.
#pragma once
#include "cooperative_groups.h"
#include "simcu/cg/memcpy_async.h"
