// SPDX-License-Identifier: Apache-2.0
// Graphs: nodes that are API calls with their arguments, put in order when the graph is instantiated.
#include "api/graphs.h"

#include <algorithm>
#include <map>

#include "api/call_within.h"
#include "api/graph_lanes.h"
#include "api/graph_memory.h"
#include "base/handles.h"
#include "base/observer.h"
#include "link/errors.h"
#include "simcu/array_api.h"
#include "simcu/runtime_api.h"

using namespace simcu;

cudaGraphNode_t CUgraph_st::add(cudaGraphNodeType type, graph_work work, std::vector<cudaGraphNode_t> after) {
  nodes.push_back(
      std::make_unique<CUgraphNode_st>(CUgraphNode_st{type, std::move(work), std::move(after), this}));
  return nodes.back().get();
}

std::vector<cudaGraphNode_t> CUgraph_st::in_order() const {
  std::vector<cudaGraphNode_t> order;
  std::map<const CUgraphNode_st*, bool> done;
  for (std::size_t before = 1; order.size() != before;) {
    before = order.size();
    for (const auto& n : nodes) {
      if (done[n.get()] ||
          !std::all_of(n->after.begin(), n->after.end(), [&](cudaGraphNode_t a) { return done[a]; }))
        continue;
      done[n.get()] = true;
      order.push_back(n.get());
    }
  }
  if (order.size() != nodes.size()) order.clear();
  return order;
}

namespace {

// Runs a kernel's stub and keeps what it would have launched.
cudaError_t record_kernel(const cudaKernelNodeParams* p, graph_work* work) {
  if (p == nullptr || p->func == nullptr || p->extra != nullptr) return cudaErrorInvalidValue;
  const kernel_invoker invoke = find_kernel(p->func);
  if (invoke == nullptr) return cudaErrorInvalidDeviceFunction;
  std::vector<std::shared_ptr<deferred_launch>> recorded;
  {
    const record_launches record(recorded);
    if (!configure(p->gridDim, p->blockDim, p->sharedMemBytes, nullptr, location{nullptr, 0}))
      invoke(p->kernelParams);
  }
  if (recorded.size() != 1) return cudaErrorInvalidValue;
  *work = [kernel = recorded[0]](cudaStream_t s) {
    launch_deferred(*kernel, s);
    return static_cast<cudaError_t>(launch_result());
  };
  return cudaSuccess;
}

cudaError_t fill_elements(const cudaMemsetParams& p, cudaStream_t stream) {
  if (p.elementSize == 1)
    return cudaMemset2DAsync(p.dst, p.pitch, static_cast<int>(p.value), p.width, p.height, stream);
  // 2-byte and 4-byte fills have no call: copies a row from host memory instead.
  std::vector<unsigned char> row(p.width * p.elementSize);
  for (std::size_t i = 0; i < row.size(); ++i)
    row[i] = static_cast<unsigned char>(p.value >> 8 * (i % p.elementSize));
  const std::size_t pitch = p.height > 1 ? p.pitch : row.size();
  for (std::size_t y = 0; y < p.height; ++y)
    if (cudaError_t error = cudaMemcpyAsync(static_cast<char*>(p.dst) + y * pitch, row.data(), row.size(),
                                            cudaMemcpyHostToDevice, stream))
      return error;
  return cudaSuccess;
}

cudaError_t run_steps(const std::vector<CUgraphExec_st::step>& steps, cudaStream_t stream) {
  if (the_observer) return run_in_lanes(steps, stream);
  for (const CUgraphExec_st::step& s : steps)
    if (s.work)
      if (cudaError_t error = s.work(stream)) return error;
  return cudaSuccess;
}

std::vector<CUgraphExec_st::step> steps_of(cudaGraph_t graph) {
  std::vector<CUgraphExec_st::step> steps;
  for (const cudaGraphNode_t n : graph->in_order()) steps.push_back({n, n->type, n->work, n->after});
  give_lanes(steps);
  return steps;
}

#define NEW_NODE \
  cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, size_t numDependencies
#define NODE pGraphNode, graph, pDependencies, numDependencies

cudaError_t add(NEW_NODE, cudaGraphNodeType type, graph_work work) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  if (pGraphNode == nullptr || graph == nullptr || (numDependencies != 0 && pDependencies == nullptr))
    return end_api(cudaErrorInvalidValue);
  std::vector<cudaGraphNode_t> after;
  for (std::size_t i = 0; i < numDependencies; ++i) {
    if (pDependencies[i] == nullptr || pDependencies[i]->graph != graph)
      return end_api(cudaErrorInvalidValue);
    after.push_back(pDependencies[i]);
  }
  *pGraphNode = graph->add(type, std::move(work), std::move(after));
  return cudaSuccess;
}

CUgraphExec_st::step* find_step(cudaGraphExec_t exec, cudaGraphNode_t node) {
  for (CUgraphExec_st::step& s : exec->steps)
    if (s.from == node) return &s;
  return nullptr;
}

}  // namespace

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* pGraph, unsigned int flags) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  if (pGraph == nullptr || flags != 0) return end_api(cudaErrorInvalidValue);
  *pGraph = new CUgraph_st;
  return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  if (graph == nullptr) return end_api(cudaErrorInvalidValue);
  delete graph;
  return cudaSuccess;
}

cudaError_t cudaGraphClone(cudaGraph_t* pGraphClone, cudaGraph_t originalGraph) {
  if (pGraphClone == nullptr || originalGraph == nullptr) return end_api(cudaErrorInvalidValue);
  auto* copy = new CUgraph_st;
  std::map<cudaGraphNode_t, cudaGraphNode_t> twin;
  for (const auto& n : originalGraph->nodes) twin[n.get()] = copy->add(n->type, n->work, {});
  for (const auto& n : originalGraph->nodes)
    for (const cudaGraphNode_t a : n->after) twin[n.get()]->after.push_back(twin[a]);
  *pGraphClone = copy;
  return cudaSuccess;
}

cudaError_t cudaGraphAddKernelNode(NEW_NODE, const cudaKernelNodeParams* pNodeParams) {
  graph_work work;
  if (cudaError_t bad = record_kernel(pNodeParams, &work)) return end_api(bad);
  return add(NODE, cudaGraphNodeTypeKernel, std::move(work));
}

cudaError_t cudaGraphAddMemcpyNode(NEW_NODE, const cudaMemcpy3DParms* pCopyParams) {
  if (pCopyParams == nullptr) return end_api(cudaErrorInvalidValue);
  return add(NODE, cudaGraphNodeTypeMemcpy,
             [p = *pCopyParams](cudaStream_t s) { return cudaMemcpy3DAsync(&p, s); });
}

cudaError_t cudaGraphAddMemcpyNode1D(NEW_NODE, void* dst, const void* src, size_t count,
                                     cudaMemcpyKind kind) {
  return add(NODE, cudaGraphNodeTypeMemcpy,
             [=](cudaStream_t s) { return cudaMemcpyAsync(dst, src, count, kind, s); });
}

cudaError_t cudaGraphAddMemsetNode(NEW_NODE, const cudaMemsetParams* pMemsetParams) {
  if (pMemsetParams == nullptr ||
      (pMemsetParams->elementSize != 1 && pMemsetParams->elementSize != 2 && pMemsetParams->elementSize != 4))
    return end_api(cudaErrorInvalidValue);
  return add(NODE, cudaGraphNodeTypeMemset,
             [p = *pMemsetParams](cudaStream_t s) { return fill_elements(p, s); });
}

cudaError_t cudaGraphAddHostNode(NEW_NODE, const cudaHostNodeParams* pNodeParams) {
  if (pNodeParams == nullptr || pNodeParams->fn == nullptr) return end_api(cudaErrorInvalidValue);
  return add(NODE, cudaGraphNodeTypeHost,
             [p = *pNodeParams](cudaStream_t s) { return cudaLaunchHostFunc(s, p.fn, p.userData); });
}

cudaError_t cudaGraphAddChildGraphNode(NEW_NODE, cudaGraph_t childGraph) {
  if (childGraph == nullptr) return end_api(cudaErrorInvalidValue);
  return add(NODE, cudaGraphNodeTypeGraph,
             [steps = steps_of(childGraph)](cudaStream_t s) { return run_steps(steps, s); });
}

cudaError_t cudaGraphAddMemAllocNode(NEW_NODE, cudaMemAllocNodeParams* nodeParams) {
  if (nodeParams == nullptr || nodeParams->bytesize == 0 ||
      nodeParams->poolProps.allocType != cudaMemAllocationTypePinned ||
      nodeParams->poolProps.location.type != cudaMemLocationTypeDevice ||
      nodeParams->poolProps.location.id != 0)
    return end_api(cudaErrorInvalidValue);
  if (cudaError_t error = cudaMalloc(&nodeParams->dptr, nodeParams->bytesize)) return error;
  keep_for_graphs(nodeParams->dptr);
  return add(NODE, cudaGraphNodeTypeMemAlloc, {});
}

cudaError_t cudaGraphAddMemFreeNode(NEW_NODE, void* dptr) {
  return is_kept_for_graphs(dptr) ? add(NODE, cudaGraphNodeTypeMemFree, {}) : end_api(cudaErrorInvalidValue);
}

cudaError_t cudaGraphAddEmptyNode(NEW_NODE) { return add(NODE, cudaGraphNodeTypeEmpty, {}); }

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const void*, size_t numDependencies) {
  for (std::size_t i = 0; i < numDependencies; ++i) {
    if (graph == nullptr || from[i]->graph != graph || to[i]->graph != graph || from[i] == to[i])
      return end_api(cudaErrorInvalidValue);
    to[i]->after.push_back(from[i]);
  }
  return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, size_t* numNodes) {
  if (graph == nullptr || numNodes == nullptr) return end_api(cudaErrorInvalidValue);
  for (std::size_t i = 0; nodes != nullptr && i < *numNodes; ++i)
    nodes[i] = i < graph->nodes.size() ? graph->nodes[i].get() : nullptr;
  *numNodes = nodes != nullptr ? std::min(*numNodes, graph->nodes.size()) : graph->nodes.size();
  return cudaSuccess;
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* pRootNodes, size_t* pNumRootNodes) {
  if (graph == nullptr || pNumRootNodes == nullptr) return end_api(cudaErrorInvalidValue);
  std::size_t found = 0;
  for (const auto& n : graph->nodes) {
    if (!n->after.empty()) continue;
    if (pRootNodes != nullptr && found < *pNumRootNodes) pRootNodes[found] = n.get();
    ++found;
  }
  *pNumRootNodes = found;
  return cudaSuccess;
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* pType) {
  if (node == nullptr || pType == nullptr) return end_api(cudaErrorInvalidValue);
  *pType = node->type;
  return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* pGraphExec, cudaGraph_t graph, unsigned long long) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  if (pGraphExec == nullptr || graph == nullptr) return end_api(cudaErrorInvalidValue);
  auto* exec = new CUgraphExec_st{steps_of(graph)};
  if (exec->steps.size() != graph->nodes.size()) {  // a circle
    delete exec;
    return end_api(cudaErrorInvalidValue);
  }
  *pGraphExec = exec;
  return cudaSuccess;
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* pGraphExec, cudaGraph_t graph,
                                          unsigned long long flags) {
  return cudaGraphInstantiate(pGraphExec, graph, flags);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                                cudaGraphExecUpdateResultInfo* resultInfo) {
  if (hGraphExec == nullptr || hGraph == nullptr || resultInfo == nullptr)
    return end_api(cudaErrorInvalidValue);
  const std::vector<CUgraphExec_st::step> steps = steps_of(hGraph);
  *resultInfo = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
  if (steps.size() != hGraphExec->steps.size())
    resultInfo->result = cudaGraphExecUpdateErrorTopologyChanged;
  else
    for (std::size_t i = 0; i < steps.size(); ++i)
      if (steps[i].type != hGraphExec->steps[i].type)
        *resultInfo = {cudaGraphExecUpdateErrorNodeTypeChanged, steps[i].from, nullptr};
  if (resultInfo->result != cudaGraphExecUpdateSuccess) return end_api(cudaErrorGraphExecUpdateFailure);
  for (std::size_t i = 0; i < steps.size(); ++i) hGraphExec->steps[i].work = steps[i].work;
  return cudaSuccess;
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* pNodeParams) {
  CUgraphExec_st::step* s = hGraphExec != nullptr ? find_step(hGraphExec, node) : nullptr;
  if (s == nullptr || s->type != cudaGraphNodeTypeKernel) return end_api(cudaErrorInvalidValue);
  return end_api(record_kernel(pNodeParams, &s->work));
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* pNodeParams) {
  if (node == nullptr || node->type != cudaGraphNodeTypeKernel) return end_api(cudaErrorInvalidValue);
  return end_api(record_kernel(pNodeParams, &node->work));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, void* dst,
                                               const void* src, size_t count, cudaMemcpyKind kind) {
  CUgraphExec_st::step* s = hGraphExec != nullptr ? find_step(hGraphExec, node) : nullptr;
  if (s == nullptr || s->type != cudaGraphNodeTypeMemcpy) return end_api(cudaErrorInvalidValue);
  s->work = [=](cudaStream_t stream) { return cudaMemcpyAsync(dst, src, count, kind, stream); };
  return cudaSuccess;
}

cudaError_t cudaGraphUpload(cudaGraphExec_t graphExec, cudaStream_t) {
  return graphExec == nullptr ? end_api(cudaErrorInvalidValue) : begin_api(kDoesNotWait);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  if (graphExec == nullptr) return end_api(cudaErrorInvalidValue);
  if (!is_stream(stream)) return end_api(cudaErrorInvalidResourceHandle);
  if (capture* into = capture_of(stream))
    return into->add(stream, cudaGraphNodeTypeGraph,
                     [steps = graphExec->steps](cudaStream_t s) { return run_steps(steps, s); });
  const call_within whole(nullptr);
  return run_steps(graphExec->steps, stream);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graphExec) {
  if (graphExec == nullptr) return end_api(cudaErrorInvalidValue);
  delete graphExec;
  return cudaSuccess;
}

}  // extern "C"
