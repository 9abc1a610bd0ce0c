// expect: race global-cross-launch at 27 28
// SPDX-License-Identifier: Apache-2.0
// The host changes the pinned input of a graph while its launch may still copy it.
#include <cstdio>

__global__ void graph_input_changed_kernel(int* d_data) { d_data[threadIdx.x] += 1; }

int main() {
  int *h_data, *d_data;
  cudaMallocHost(&h_data, 256);
  cudaMalloc(&d_data, 256);
  for (int i = 0; i < 64; ++i) h_data[i] = i;
  cudaStream_t stream;
  cudaStreamCreate(&stream);

  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMemcpyAsync(d_data, h_data, 256, cudaMemcpyHostToDevice, stream);
  graph_input_changed_kernel<<<1, 64, 0, stream>>>(d_data);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&ready, graph, 0);

  // The first launch is waited for, and the second isn't.
  cudaGraphLaunch(ready, stream);
  cudaStreamSynchronize(stream);
  cudaGraphLaunch(ready, stream);
  h_data[0] = 5;
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(ready);
  cudaGraphDestroy(graph);
  cudaFreeHost(h_data);
  cudaFree(d_data);
  return 0;
}
