// SPDX-License-Identifier: Apache-2.0
#include "api/graph_memory.h"

#include <cstdio>
#include <mutex>
#include <set>

#include "api/graphs.h"
#include "link/errors.h"

using namespace simcu;

namespace {

struct kept_table {
  std::mutex mutex;
  std::set<const void*> starts;
};
kept_table& kept() {
  static auto* t = new kept_table;
  return *t;
}

const char* name_of(cudaGraphNodeType type) {
  switch (type) {
    case cudaGraphNodeTypeKernel:
      return "KERNEL";
    case cudaGraphNodeTypeMemcpy:
      return "MEMCPY";
    case cudaGraphNodeTypeMemset:
      return "MEMSET";
    case cudaGraphNodeTypeHost:
      return "HOST";
    case cudaGraphNodeTypeGraph:
      return "CHILD_GRAPH";
    case cudaGraphNodeTypeMemAlloc:
      return "MEM_ALLOC";
    case cudaGraphNodeTypeMemFree:
      return "MEM_FREE";
    default:
      return "EMPTY";
  }
}

}  // namespace

void simcu::keep_for_graphs(const void* p) {
  const std::lock_guard<std::mutex> lock(kept().mutex);
  kept().starts.insert(p);
}

bool simcu::is_kept_for_graphs(const void* p) {
  const std::lock_guard<std::mutex> lock(kept().mutex);
  return kept().starts.count(p) != 0;
}

extern "C" {

cudaError_t cudaDeviceGraphMemTrim(int device) {
  return device == 0 ? begin_api(kDoesNotWait) : end_api(cudaErrorInvalidDevice);
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned int) {
  if (cudaError_t sticky = begin_api(kDoesNotWait)) return sticky;
  std::FILE* file = graph != nullptr && path != nullptr ? std::fopen(path, "w") : nullptr;
  if (file == nullptr) return end_api(cudaErrorInvalidValue);
  std::fputs("digraph dot {\n", file);
  std::map<const CUgraphNode_st*, std::size_t> number;
  for (const auto& n : graph->nodes) {
    number.emplace(n.get(), number.size());
    std::fprintf(file, "  node_%zu [label=\"%zu\\n%s\"];\n", number[n.get()], number[n.get()],
                 name_of(n->type));
  }
  for (const auto& n : graph->nodes)
    for (const CUgraphNode_st* before : n->after)
      std::fprintf(file, "  node_%zu -> node_%zu;\n", number[before], number[n.get()]);
  std::fputs("}\n", file);
  std::fclose(file);
  return cudaSuccess;
}

}  // extern "C"
