// expect: clean
// SPDX-License-Identifier: Apache-2.0
// The host asks until a stream, or an event in it, is done.
#include <cstdio>

__global__ void query_read_kernel(int* data) { data[threadIdx.x] += 1; }

int main() {
  int* data;
  cudaStream_t stream;
  cudaEvent_t done;
  cudaMallocManaged(&data, 256);
  for (int i = 0; i < 64; ++i) data[i] = i;
  cudaStreamCreate(&stream);
  cudaEventCreate(&done);
  query_read_kernel<<<1, 64, 0, stream>>>(data);
  while (cudaStreamQuery(stream) == cudaErrorNotReady) continue;
  data[5] *= 2;
  query_read_kernel<<<1, 64, 0, stream>>>(data);
  cudaEventRecord(done, stream);
  cudaError_t answer;
  do answer = cudaEventQuery(done);
  while (answer == cudaErrorNotReady);
  std::printf("%d\n", data[5]);
  cudaEventDestroy(done);
  cudaStreamDestroy(stream);
  cudaFree(data);
  return 0;
}
