// SPDX-License-Identifier: Apache-2.0
// The OS threads that help the launching thread to run a grid.
#pragma once

namespace simcu {
struct launch;
// Runs the grid on the calling thread and `workers - 1` helpers; returns when all of them have stopped.
void team_run(launch& grid, unsigned workers);
}  // namespace simcu
