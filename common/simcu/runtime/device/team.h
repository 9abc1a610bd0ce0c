// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace simcu {
struct launch;
// Returns when the calling thread and all `workers - 1` helpers have stopped.
void team_run(launch& grid, unsigned workers);
}  // namespace simcu
