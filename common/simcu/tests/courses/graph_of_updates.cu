// SPDX-License-Identifier: Apache-2.0
// A captured graph of copies and kernels that is launched many times.
#include "helper.h"

__global__ void axpy(float a, const float* x, float* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] += a * x[i];
}
__global__ void scale(float a, float* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] *= a;
}
int main() {
  const int n = 300;
  std::vector<float> x(n), y(n, 0.0f);
  for (int i = 0; i < n; ++i) x[i] = i;
  DeviceArray<float> dx(x), dy(y);
  cudaStream_t stream, side;
  cudaEvent_t fork, join;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  checkCudaErrors(cudaStreamCreate(&stream));
  checkCudaErrors(cudaStreamCreate(&side));
  checkCudaErrors(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  checkCudaErrors(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
  checkCudaErrors(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  axpy<<<2, 64, 0, stream>>>(2.0f, dx.data, dy.data, n / 2);
  checkCudaErrors(cudaEventRecord(fork, stream));
  checkCudaErrors(cudaStreamWaitEvent(side, fork, 0));
  axpy<<<2, 64, 0, side>>>(3.0f, dx.data + n / 2, dy.data + n / 2, n / 2);
  checkCudaErrors(cudaEventRecord(join, side));
  checkCudaErrors(cudaStreamWaitEvent(stream, join, 0));
  scale<<<1, 128, 0, stream>>>(0.5f, dy.data, n);
  checkCudaErrors(cudaStreamEndCapture(stream, &graph));
  checkCudaErrors(cudaGraphInstantiateWithFlags(&exec, graph, 0));
  for (int i = 0; i < 3; ++i) checkCudaErrors(cudaGraphLaunch(exec, stream));
  checkCudaErrors(cudaStreamSynchronize(stream));
  for (int round = 0; round < 3; ++round)
    for (int i = 0; i < n; ++i) y[i] = 0.5f * (y[i] + (i < n / 2 ? 2.0f : 3.0f) * x[i]);
  bool ok = dy.get() == y;
  checkCudaErrors(cudaGraphExecDestroy(exec));
  checkCudaErrors(cudaGraphDestroy(graph));
  cudaEventDestroy(fork);
  cudaEventDestroy(join);
  cudaStreamDestroy(stream);
  cudaStreamDestroy(side);
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
