// SPDX-License-Identifier: Apache-2.0
// Accesses as points of the schedule: others get their turn before a volatile access, and before a plain one
// at the code places that SIMCU_SCHEDULE names (…+at=OFFSET.OFFSET). Threads that read again and again
// without any effect are made to give way by counting, so that no clock decides who runs.
//
// Into the file of SIMCU_RECORD it writes lines of two kinds, in decimal but for offsets and values:
// `# race LAUNCH SUBKIND OFFSET BLOCK THREAD OFFSET BLOCK THREAD`, the earlier access first; and at a place
// of +at `# access LAUNCH BLOCK STEP THREAD OFFSET r|w ADDRESS BYTES VALUE`, VALUE as it was before.
#pragma once
#include "tools/tool.h"

namespace simcu::check {

// Called before an access that has not been looked at yet; other threads may run inside.
void preempt_before(const event& e);
// Called before an atomic operation on valid memory: one that changes nothing may be a thread that spins.
void remember_before_atomic(const event& e);

// Accesses without a write that others could see, until a thread gives way.
constexpr int kAccessBudget = 1 << 20;
extern int access_budget;

}  // namespace simcu::check
