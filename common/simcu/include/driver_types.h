// SPDX-License-Identifier: Apache-2.0
// Enumerations and structures of the runtime API.
#pragma once
#include "simcu/driver_types.h"
