// SPDX-License-Identifier: Apache-2.0
// An iterative method as a graph: one step is captured from two streams that fork and join, and launched many
// times.
#include <cstdio>

__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}
__global__ void add(float* x, const float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += y[i];
}

int main() {
  constexpr int kCount = 1000, kSteps = 5;
  static float h_x[kCount], h_y[kCount];
  for (int i = 0; i < kCount; ++i) h_x[i] = static_cast<float>(i), h_y[i] = 1;
  float *d_x, *d_y;
  cudaMalloc(&d_x, sizeof h_x);
  cudaMalloc(&d_y, sizeof h_y);
  cudaMemcpy(d_x, h_x, sizeof h_x, cudaMemcpyHostToDevice);
  cudaMemcpy(d_y, h_y, sizeof h_y, cudaMemcpyHostToDevice);

  cudaStream_t stream, other;
  cudaEvent_t fork, join;
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(other, fork, 0);
  scale<<<(kCount + 255) / 256, 256, 0, stream>>>(d_x, 0.5f, kCount);
  scale<<<(kCount + 255) / 256, 256, 0, other>>>(d_y, 2.0f, kCount);
  cudaEventRecord(join, other);
  cudaStreamWaitEvent(stream, join, 0);
  add<<<(kCount + 255) / 256, 256, 0, stream>>>(d_x, d_y, kCount);
  cudaStreamEndCapture(stream, &graph);
  size_t nodes = 0, roots = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaGraphGetRootNodes(graph, nullptr, &roots);

  cudaGraphExec_t step;
  cudaGraphInstantiate(&step, graph, 0);
  for (int i = 0; i < kSteps; ++i) cudaGraphLaunch(step, stream);
  cudaMemcpyAsync(h_x, d_x, sizeof h_x, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  std::printf("%zu nodes, %zu roots, x[0] = %g, x[640] = %g\n", nodes, roots, h_x[0], h_x[640]);

  cudaGraphExecDestroy(step);
  cudaGraphDestroy(graph);
  cudaEventDestroy(fork);
  cudaEventDestroy(join);
  cudaStreamDestroy(stream);
  cudaStreamDestroy(other);
  cudaFree(d_x);
  cudaFree(d_y);
  std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
