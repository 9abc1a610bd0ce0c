// expect: race global-cross-launch at 19 6
// SPDX-License-Identifier: Apache-2.0
// A query whose answer nobody looks at is no wait: the stream may still be busy.
#include <cstdio>

__global__ void query_unread_kernel(int* data) { data[threadIdx.x] = 1; }

int main() {
  int* data;
  cudaStream_t stream;
  cudaEvent_t done;
  cudaMallocManaged(&data, 256);
  cudaStreamCreate(&stream);
  cudaEventCreate(&done);
  query_unread_kernel<<<1, 64, 0, stream>>>(data);
  cudaEventRecord(done, stream);
  cudaStreamQuery(stream);
  if (data != nullptr) (void)cudaEventQuery(done);
  std::printf("%d\n", data[5]);
  cudaDeviceSynchronize();
  cudaEventDestroy(done);
  cudaStreamDestroy(stream);
  cudaFree(data);
  return 0;
}
