// SPDX-License-Identifier: Apache-2.0
// A graph's nodes as streams, for programs with an observer: which nodes may run at the same time. A lane is
// a list of nodes, each waiting for the one before it; the first lane is the stream in which the graph is
// launched.
#pragma once
#include "api/graphs.h"

namespace simcu {

// Assigns each step a lane; each step comes after those that it waits for.
void give_lanes(std::vector<CUgraphExec_st::step>& steps);
// Runs them in turn, each in the stream of its lane, which waits for what the step waits for; then the
// graph's stream waits for all.
cudaError_t run_in_lanes(const std::vector<CUgraphExec_st::step>& steps, cudaStream_t stream);

}  // namespace simcu
