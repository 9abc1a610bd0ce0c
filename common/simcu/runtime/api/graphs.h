// SPDX-License-Identifier: Apache-2.0
// The objects behind cudaGraph_t, cudaGraphNode_t and cudaGraphExec_t.
#pragma once
#include <memory>
#include <vector>

#include "api/capture.h"

struct CUgraphNode_st {
  cudaGraphNodeType type;
  simcu::graph_work work;
  std::vector<cudaGraphNode_t> after;  // what it waits for
  cudaGraph_t graph;
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;

  cudaGraphNode_t add(cudaGraphNodeType type, simcu::graph_work work, std::vector<cudaGraphNode_t> after);
  // Its nodes, each after those that it waits for; empty if they wait for each other in a circle (or if it
  // has none).
  std::vector<cudaGraphNode_t> in_order() const;
};

struct CUgraphExec_st {
  struct step {
    cudaGraphNode_t from;  // the node it was made of
    cudaGraphNodeType type;
    simcu::graph_work work;
    std::vector<cudaGraphNode_t> after;  // what it waits for
    std::size_t lane = 0;                // api/graph_lanes.h
  };
  std::vector<step> steps;
};
