// SPDX-License-Identifier: Apache-2.0
// Streams, events and host functions.
#include "both.h"

__global__ void step_kernel(int* p, int value) {
  int i = threadIdx.x;
  p[i] = p[i] * 2 + value;
}

void host_function(void* data) { ++*(int*)data; }

#define SHOW(call) printf("%-12s %s\n", cudaGetErrorName(call), #call)

int main() {
  const int streams = 4, bytes = 64 * sizeof(int);
  cudaStream_t s[streams];
  cudaEvent_t start, stop, untimed;
  int *d[streams], *h, low = 0, high = 0, priority = 1, calls = 0;
  unsigned flags = 9;
  float ms = -1;
  cudaMallocHost(&h, streams * bytes);
  for (int i = 0; i < streams * 64; ++i) h[i] = i;
  SHOW(cudaStreamCreate(&s[0]));
  SHOW(cudaStreamCreateWithFlags(&s[1], cudaStreamNonBlocking));
  cudaDeviceGetStreamPriorityRange(&low, &high);
  SHOW(cudaStreamCreateWithPriority(&s[2], cudaStreamNonBlocking, high));
  cudaStreamGetPriority(s[2], &priority);
  cudaStreamGetFlags(s[1], &flags);
  printf("%d %d %d %u\n", low == 0, high < 0, priority == high, flags);
  cudaStreamCreate(&s[3]);
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);

  cudaEventRecord(start);
  for (int k = 0; k < streams; ++k) {
    cudaMalloc(&d[k], bytes);
    cudaMemcpyAsync(d[k], h + 64 * k, bytes, cudaMemcpyHostToDevice, s[k]);
    step_kernel<<<1, 64, 0, s[k]>>>(d[k], k);
    cudaMemcpyAsync(h + 64 * k, d[k], bytes, cudaMemcpyDeviceToHost, s[k]);
  }
  cudaEventRecord(untimed, s[0]);
  SHOW(cudaStreamWaitEvent(s[1], untimed, 0));
  SHOW(cudaLaunchHostFunc(s[1], host_function, &calls));
  for (int k = 0; k < streams; ++k) cudaStreamSynchronize(s[k]);
  cudaEventRecord(stop);
  SHOW(cudaEventSynchronize(stop));
  SHOW(cudaEventQuery(stop));
  SHOW(cudaStreamQuery(s[2]));
  SHOW(cudaEventElapsedTime(&ms, start, stop));
  printf("%d %d %d %d %d %d\n", ms > 0, calls, h[0], h[64], h[128 + 63], h[255]);
  SHOW(cudaEventElapsedTime(&ms, start, untimed));
  cudaGetLastError();
  for (int k = 0; k < streams; ++k) SHOW(cudaStreamDestroy(s[k]));
  SHOW(cudaEventDestroy(start));
  step_kernel<<<1, 64, 0, cudaStreamPerThread>>>(d[0], 1);
  SHOW(cudaStreamSynchronize(cudaStreamPerThread));
  step_kernel<<<1, 64, 0, cudaStreamLegacy>>>(d[0], 1);
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaGetLastError());
  return 0;
}
