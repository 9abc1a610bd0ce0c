// SPDX-License-Identifier: Apache-2.0
// Reductions over groups.
#pragma once
#include "cooperative_groups.h"
#include "simcu/cg/reduce.h"
