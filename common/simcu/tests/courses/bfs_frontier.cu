// SPDX-License-Identifier: Apache-2.0
// Breadth-first search of a CSR graph with private frontiers in shared memory.
#include "helper.h"

struct CSRGraph {
  unsigned int numVertices;
  unsigned int* srcPtrs;
  unsigned int* dst;
};
#define LOCAL_FRONTIER_CAPACITY 24

__global__ void bfs_kernel(CSRGraph graph, unsigned int* level, unsigned int* prevFrontier,
                           unsigned int* currFrontier, unsigned int numPrevFrontier,
                           unsigned int* numCurrFrontier, unsigned int currLevel) {
  __shared__ unsigned int currFrontier_s[LOCAL_FRONTIER_CAPACITY];
  __shared__ unsigned int numCurrFrontier_s;
  if (threadIdx.x == 0) numCurrFrontier_s = 0;
  __syncthreads();
  unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < numPrevFrontier) {
    unsigned int vertex = prevFrontier[i];
    for (unsigned int edge = graph.srcPtrs[vertex]; edge < graph.srcPtrs[vertex + 1]; ++edge) {
      unsigned int neighbor = graph.dst[edge];
      if (atomicCAS(&level[neighbor], UINT_MAX, currLevel) == UINT_MAX) {
        unsigned int currFrontierIdx = atomicAdd(&numCurrFrontier_s, 1);
        if (currFrontierIdx < LOCAL_FRONTIER_CAPACITY) {
          currFrontier_s[currFrontierIdx] = neighbor;
        } else {
          unsigned int globalIdx = atomicAdd(numCurrFrontier, 1);
          currFrontier[globalIdx] = neighbor;
        }
      }
    }
  }
  __syncthreads();
  __shared__ unsigned int currFrontierStartIdx, count;
  if (threadIdx.x == 0) {
    count = numCurrFrontier_s < LOCAL_FRONTIER_CAPACITY ? numCurrFrontier_s : LOCAL_FRONTIER_CAPACITY;
    currFrontierStartIdx = atomicAdd(numCurrFrontier, count);
  }
  __syncthreads();
  for (unsigned int j = threadIdx.x; j < count; j += blockDim.x)
    currFrontier[currFrontierStartIdx + j] = currFrontier_s[j];
}

int main() {
  const unsigned n = 500;
  std::vector<unsigned> ptrs(1, 0), dst, level(n, UINT_MAX), want(n, UINT_MAX);
  unsigned seed = 11;
  for (unsigned v = 0; v < n; ++v) {
    for (unsigned e = 0; e < 1 + v % 4; ++e) dst.push_back(nextRandom(seed) % n);
    ptrs.push_back(dst.size());
  }
  std::vector<unsigned> queue(1, 0);
  want[0] = level[0] = 0;
  for (size_t i = 0; i < queue.size(); ++i)
    for (unsigned e = ptrs[queue[i]]; e < ptrs[queue[i] + 1]; ++e)
      if (want[dst[e]] == UINT_MAX) want[dst[e]] = want[queue[i]] + 1, queue.push_back(dst[e]);
  DeviceArray<unsigned> d_ptrs(ptrs), d_dst(dst), d_level(level), one(n), two(n), d_count(1);
  one.zero();
  CSRGraph graph = {n, d_ptrs.data, d_dst.data};
  unsigned *prev = one.data, *curr = two.data, size = 1;
  for (unsigned depth = 1; size > 0; ++depth) {
    d_count.zero();
    bfs_kernel<<<divUp(size, 64), 64>>>(graph, d_level.data, prev, curr, size, d_count.data, depth);
    size = d_count.get()[0];
    unsigned* swap = prev;
    prev = curr, curr = swap;
  }
  return d_level.get() == want ? EXIT_SUCCESS : EXIT_FAILURE;
}
