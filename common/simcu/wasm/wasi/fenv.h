// SPDX-License-Identifier: Apache-2.0
// WebAssembly always rounds to nearest: the other modes have names, but fesetround refuses them.
#pragma once
#include_next <fenv.h>
#define FE_TOWARDZERO 1
#define FE_DOWNWARD 2
#define FE_UPWARD 3
