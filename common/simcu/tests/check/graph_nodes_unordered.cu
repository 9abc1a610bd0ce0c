// expect: race global-cross-launch at 9 10
// expect: race global-cross-launch at 9 50
// SPDX-License-Identifier: Apache-2.0
// Nodes of a graph that use the same memory and don't depend on each other: two kernels of a graph made node
// by node, and of a captured one a kernel and a fill in a second stream that nobody waits for before the
// kernel.
#include <cstdio>

__global__ void graph_writes_kernel(int* data) { data[threadIdx.x] = static_cast<int>(threadIdx.x); }
__global__ void graph_reads_kernel(const int* data, int* out) { out[threadIdx.x] = data[63 - threadIdx.x]; }

int main() {
  int *d_data, *d_out;
  cudaMalloc(&d_data, 256);
  cudaMalloc(&d_out, 256);
  cudaMemset(d_data, 0, 256);
  cudaStream_t stream, other;
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);
  cudaEvent_t begun, filled;
  cudaEventCreate(&begun);
  cudaEventCreate(&filled);

  cudaGraph_t by_hand, captured;
  cudaGraphExec_t ready;
  cudaGraphCreate(&by_hand, 0);
  void* writer[] = {&d_data};
  void* reader[] = {&d_data, &d_out};
  cudaKernelNodeParams kernel = {(void*)graph_writes_kernel, dim3(1), dim3(64), 0, writer, nullptr};
  cudaGraphNode_t writes, reads;
  cudaGraphAddKernelNode(&writes, by_hand, nullptr, 0, &kernel);
  kernel.func = (void*)graph_reads_kernel;
  kernel.kernelParams = reader;
  cudaGraphAddKernelNode(&reads, by_hand, nullptr, 0, &kernel);  // should be: &writes, 1
  cudaGraphInstantiate(&ready, by_hand, 0);
  cudaGraphLaunch(ready, stream);
  cudaStreamSynchronize(stream);
  cudaGraphExecDestroy(ready);

  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaEventRecord(begun, stream);
  cudaStreamWaitEvent(other, begun, 0);
  cudaMemsetAsync(d_data, 0, 256, other);
  cudaEventRecord(filled, other);
  graph_writes_kernel<<<1, 64, 0, stream>>>(d_data);
  cudaStreamWaitEvent(stream, filled, 0);  // should be before the kernel
  graph_reads_kernel<<<1, 64, 0, stream>>>(d_data, d_out);
  cudaStreamEndCapture(stream, &captured);
  cudaGraphInstantiate(&ready, captured, 0);
  cudaGraphLaunch(ready, stream);
  const bool failed = cudaStreamSynchronize(stream) != cudaSuccess;

  cudaGraphExecDestroy(ready);
  cudaGraphDestroy(by_hand);
  cudaGraphDestroy(captured);
  cudaStreamDestroy(stream);
  cudaStreamDestroy(other);
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("ended\n");
  return failed;
}
