// expect: race global-cross-launch at 9 16
// expect: race global-cross-launch at 21 19
// expect: race global-cross-launch at 25 24
// SPDX-License-Identifier: Apache-2.0
// says: memory is allocated while a kernel may already use `d_data[0]`
// says: memory is freed in a stream that has not waited for its allocation: byte 0
// Memory from cudaMallocAsync in a stream that nothing makes wait for the allocation.

__global__ void alloc_in_other_stream_kernel(int* d_data) { d_data[threadIdx.x] = 1; }

int main() {
  cudaStream_t a, b;
  cudaStreamCreate(&a);
  cudaStreamCreate(&b);
  int* d_data;
  cudaMallocAsync(&d_data, 256, a);
  alloc_in_other_stream_kernel<<<1, 64, 0, b>>>(d_data);
  cudaDeviceSynchronize();
  cudaMallocAsync(&d_data, 256, a);

  cudaMemsetAsync(d_data, 0, 256, b);
  cudaDeviceSynchronize();

  cudaMallocAsync(&d_data, 256, a);
  cudaFreeAsync(d_data, b);
  cudaDeviceSynchronize();
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  return 0;
}
