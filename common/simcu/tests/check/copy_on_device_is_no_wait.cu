// expect: race global-cross-launch at 7 18
// SPDX-License-Identifier: Apache-2.0
// says: a kernel and a copy or fill use `d_data[0]`
// The host doesn't wait for a copy within device memory, so a stream that isn't ordered to the default stream
// may come before it.

__global__ void copy_on_device_is_no_wait_kernel(int* d_data) { d_data[threadIdx.x] = 1; }

int main() {
  int *d_from, *d_data;
  cudaStream_t apart;
  cudaMalloc(&d_from, 256);
  cudaMalloc(&d_data, 256);
  cudaMemset(d_from, 0, 256);
  cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
  cudaDeviceSynchronize();

  cudaMemcpy(d_data, d_from, 256, cudaMemcpyDeviceToDevice);
  copy_on_device_is_no_wait_kernel<<<1, 64, 0, apart>>>(d_data);
  cudaDeviceSynchronize();
  cudaStreamDestroy(apart);
  cudaFree(d_data);
  cudaFree(d_from);
  return 0;
}
