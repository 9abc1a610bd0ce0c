// expect: clean
// SPDX-License-Identifier: Apache-2.0
// A copy within device memory comes in its turn in the default stream; of managed memory, and of what comes
// to the host or from it, the host waits for the end.
#include <cstdio>

__global__ void copy_on_device_in_turn_kernel(int* d_data) { d_data[threadIdx.x] += 1; }

int main() {
  int *d_from, *d_data, *managed, h_data[64];
  cudaStream_t blocking, apart;
  cudaMalloc(&d_from, 256);
  cudaMalloc(&d_data, 256);
  cudaMallocManaged(&managed, 256);
  cudaMemset(d_from, 0, 256);
  cudaStreamCreate(&blocking);
  cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);

  copy_on_device_in_turn_kernel<<<1, 64, 0, blocking>>>(d_from);
  cudaMemcpy(d_data, d_from, 256, cudaMemcpyDeviceToDevice);
  copy_on_device_in_turn_kernel<<<1, 64, 0, blocking>>>(d_data);
  copy_on_device_in_turn_kernel<<<1, 64>>>(d_data);
  cudaMemcpy(managed, d_data, 256, cudaMemcpyDeviceToDevice);
  std::printf("%d\n", managed[5]);

  cudaMemcpy(d_data, d_from, 256, cudaMemcpyDeviceToDevice);
  cudaMemcpy(h_data, d_data, 256, cudaMemcpyDeviceToHost);
  copy_on_device_in_turn_kernel<<<1, 64, 0, apart>>>(d_data);
  cudaStreamSynchronize(apart);

  cudaMemcpy2D(d_data, 128, d_from, 128, 64, 2, cudaMemcpyDeviceToDevice);
  cudaStreamSynchronize(nullptr);
  copy_on_device_in_turn_kernel<<<1, 64, 0, apart>>>(d_data);
  cudaDeviceSynchronize();
  std::printf("%d\n", h_data[5]);
  cudaStreamDestroy(apart);
  cudaStreamDestroy(blocking);
  cudaFree(managed);
  cudaFree(d_data);
  cudaFree(d_from);
  return 0;
}
