// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A graph of two diamonds, the second as a child of the first: each node depends on what it needs. It runs
// several times, between work in its stream, and the last time in the default stream.
#include <cstdio>

__global__ void graph_set_kernel(int* data, int value) { data[threadIdx.x] = value; }
__global__ void graph_sum_kernel(const int* a, const int* b, int* sum) {
  sum[threadIdx.x] = a[63 - threadIdx.x] + b[threadIdx.x];
}

struct diamond {
  cudaGraphNode_t first, left, right, last;
};

cudaGraphNode_t add_kernel(cudaGraph_t graph, void* kernel, void** arguments, const cudaGraphNode_t* after,
                           int count) {
  const cudaKernelNodeParams params = {kernel, dim3(1), dim3(64), 0, arguments, nullptr};
  cudaGraphNode_t node;
  cudaGraphAddKernelNode(&node, graph, after, static_cast<std::size_t>(count), &params);
  return node;
}

diamond add_diamond(cudaGraph_t graph, int* a, int* b, int* sum, const cudaGraphNode_t* after, int count) {
  int one = 1, two = 2;
  void* set_a[] = {&a, &one};
  void* set_b[] = {&b, &two};
  void* add_both[] = {&a, &b, &sum};
  diamond d;
  cudaMemsetParams clear = {sum, 256, 0, 1, 256, 1};
  cudaGraphAddMemsetNode(&d.first, graph, after, static_cast<std::size_t>(count), &clear);
  d.left = add_kernel(graph, (void*)graph_set_kernel, set_a, &d.first, 1);
  d.right = add_kernel(graph, (void*)graph_set_kernel, set_b, &d.first, 1);
  const cudaGraphNode_t both[] = {d.left, d.right};
  d.last = add_kernel(graph, (void*)graph_sum_kernel, add_both, both, 2);
  return d;
}

int main() {
  int* d[3];
  for (int*& p : d) cudaMalloc(&p, 256);
  int* h_sum;
  cudaMallocHost(&h_sum, 256);
  cudaStream_t stream;
  cudaStreamCreate(&stream);

  cudaGraph_t graph, child;
  cudaGraphCreate(&graph, 0);
  cudaGraphCreate(&child, 0);
  add_diamond(child, d[1], d[2], d[0], nullptr, 0);
  const diamond outer = add_diamond(graph, d[0], d[1], d[2], nullptr, 0);
  cudaGraphNode_t inner, copy;
  cudaGraphAddChildGraphNode(&inner, graph, &outer.last, 1, child);
  cudaGraphAddMemcpyNode1D(&copy, graph, &inner, 1, h_sum, d[0], 256, cudaMemcpyDeviceToHost);
  cudaGraphExec_t ready;
  cudaGraphInstantiate(&ready, graph, 0);

  int total = 0;
  for (int round = 0; round < 3; ++round) {
    graph_set_kernel<<<1, 64, 0, stream>>>(d[round], 7);
    cudaGraphLaunch(ready, stream);
    cudaMemsetAsync(d[round], 0, 256, stream);
    cudaStreamSynchronize(stream);
    total += h_sum[round];
  }
  cudaGraphLaunch(ready, nullptr);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  total += h_sum[63];

  cudaGraphExecDestroy(ready);
  cudaGraphDestroy(graph);
  cudaGraphDestroy(child);
  cudaStreamDestroy(stream);
  cudaFreeHost(h_sum);
  for (int* p : d) cudaFree(p);
  std::printf("%d\n", total);
  return failed;
}
