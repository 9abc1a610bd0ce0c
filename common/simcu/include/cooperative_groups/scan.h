// SPDX-License-Identifier: Apache-2.0
// Scans over groups.
#pragma once
#include "cooperative_groups.h"
#include "simcu/cg/scan.h"
