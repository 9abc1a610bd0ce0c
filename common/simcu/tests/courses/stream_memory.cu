// SPDX-License-Identifier: Apache-2.0
// Memory of a stream, work of the host in between, events that order two streams.
#include "helper.h"

__global__ void fill(int* d, int n, int v) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = v + i;
}
__global__ void add(const int* a, const int* b, int* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
struct Work {
  int* data;
  int n, sum;
};
void CUDART_CB host_work(void* arg) {
  Work* w = static_cast<Work*>(arg);
  for (int i = 0; i < w->n; ++i) w->sum += w->data[i];
}
int main() {
  const int n = 256;
  int least, greatest;
  checkCudaErrors(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  cudaStream_t one, two;
  checkCudaErrors(cudaStreamCreateWithPriority(&one, cudaStreamNonBlocking, greatest));
  checkCudaErrors(cudaStreamCreateWithPriority(&two, cudaStreamNonBlocking, least));
  cudaEvent_t filled;
  checkCudaErrors(cudaEventCreate(&filled));
  int *a, *b, *c, *h;
  checkCudaErrors(cudaMallocHost((void**)&h, n * sizeof(int)));
  checkCudaErrors(cudaMallocAsync((void**)&a, n * sizeof(int), one));
  checkCudaErrors(cudaMallocAsync((void**)&b, n * sizeof(int), two));
  checkCudaErrors(cudaMallocAsync((void**)&c, n * sizeof(int), two));
  fill<<<2, 128, 0, one>>>(a, n, 1);
  checkCudaErrors(cudaEventRecord(filled, one));
  fill<<<2, 128, 0, two>>>(b, n, 10);
  checkCudaErrors(cudaStreamWaitEvent(two, filled, 0));
  add<<<2, 128, 0, two>>>(a, b, c, n);
  checkCudaErrors(cudaMemcpyAsync(h, c, n * sizeof(int), cudaMemcpyDeviceToHost, two));
  Work work = {h, n, 0};
  checkCudaErrors(cudaLaunchHostFunc(two, host_work, &work));
  checkCudaErrors(cudaFreeAsync(b, two));
  checkCudaErrors(cudaFreeAsync(c, two));
  checkCudaErrors(cudaStreamSynchronize(two));
  checkCudaErrors(cudaFreeAsync(a, one));
  checkCudaErrors(cudaStreamSynchronize(one));
  bool ok = work.sum == 11 * n + n * (n - 1) && cudaStreamQuery(two) == cudaSuccess;
  cudaFreeHost(h);
  cudaEventDestroy(filled);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
