// SPDX-License-Identifier: Apache-2.0
// WebAssembly rounds to nearest, always: the other modes have names that fesetround refuses.
#pragma once
#include_next <fenv.h>
#define FE_TOWARDZERO 1
#define FE_DOWNWARD 2
#define FE_UPWARD 3
