// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A host function in a stream reads what the kernel before it wrote.
#include <cstdio>

__global__ void stream_callback_kernel(int* data) { data[threadIdx.x] = threadIdx.x; }
void CUDART_CB add_up(void* data) {
  int* const values = static_cast<int*>(data);
  for (int i = 1; i < 64; ++i) values[0] += values[i];
}
int main() {
  int* data;
  cudaMallocManaged(&data, 256);
  cudaStream_t a;
  cudaStreamCreate(&a);
  stream_callback_kernel<<<1, 64, 0, a>>>(data);
  cudaLaunchHostFunc(a, add_up, data);
  cudaStreamSynchronize(a);
  std::printf("%d\n", data[0]);
  cudaStreamDestroy(a);
  cudaFree(data);
  return 0;
}
