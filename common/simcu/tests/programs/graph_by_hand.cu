// SPDX-License-Identifier: Apache-2.0
// A graph built node by node: fill, kernel, copy, and a function of the host; then with another argument.
// Needs CUDA 12: cudaGraphInstantiate with flags.
#include <cstdio>

__global__ void accumulate(int* data, int n, int add) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += add;
}

void report(void* data) { std::printf("first %d\n", *static_cast<int*>(data)); }

int main() {
  constexpr int kCount = 256;
  static int h_out[kCount];
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t fill, kernel, copy, host;

  cudaMemsetParams zero = {};
  zero.dst = d_data;
  zero.elementSize = 4;
  zero.width = kCount;
  zero.height = 1;
  zero.value = 7;
  cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &zero);

  int n = kCount, add = 5;
  void* arguments[] = {&d_data, &n, &add};
  cudaKernelNodeParams launch = {};
  launch.func = (void*)accumulate;
  launch.gridDim = dim3(2);
  launch.blockDim = dim3(128);
  launch.kernelParams = arguments;
  cudaGraphAddKernelNode(&kernel, graph, &fill, 1, &launch);
  cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, h_out, d_data, sizeof h_out, cudaMemcpyDeviceToHost);
  cudaHostNodeParams call = {report, h_out};
  cudaGraphAddHostNode(&host, graph, &copy, 1, &call);

  cudaGraphExec_t ready;
  cudaGraphInstantiate(&ready, graph, 0);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraphLaunch(ready, stream);
  cudaStreamSynchronize(stream);
  add = 100;
  cudaGraphExecKernelNodeSetParams(ready, kernel, &launch);
  cudaGraphLaunch(ready, stream);
  cudaStreamSynchronize(stream);
  std::printf("last %d\n", h_out[kCount - 1]);
  cudaGraphExecDestroy(ready);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(d_data);
  std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}
