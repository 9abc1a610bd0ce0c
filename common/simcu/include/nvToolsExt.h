// SPDX-License-Identifier: Apache-2.0
// The old name of nvtx3/nvToolsExt.h.
#pragma once
#include "nvtx3/nvToolsExt.h"
