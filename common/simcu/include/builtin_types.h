// SPDX-License-Identifier: Apache-2.0
// All types of the runtime API.
#pragma once
#include "simcu/driver_types.h"
