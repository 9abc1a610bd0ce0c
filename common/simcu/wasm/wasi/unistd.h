// SPDX-License-Identifier: Apache-2.0
// There is one process with one thread.
#pragma once
#include_next <unistd.h>
inline int gettid() { return 1; }
