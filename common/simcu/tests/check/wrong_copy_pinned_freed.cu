// expect: bad-copy at 24 22
// expect: bad-copy at 25 22
// expect: use-after-free at 10
// SPDX-License-Identifier: Apache-2.0
// says: the source of a copy is pinned host memory of 256 bytes, which has been freed
// says: the destination of a copy is pinned host memory of 256 bytes, which has been freed
// says: reads 4 bytes of pinned host memory that was freed
// Copies from and to pinned memory that was freed, and a kernel that reads it.

__global__ void wrong_copy_pinned_freed_kernel(int* d_data, const int* mapped) { *d_data = mapped[7]; }

int main() {
  int *d_data, *h_pinned, *h_next;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&d_data, 256);
  cudaMemset(d_data, 0, 256);
  cudaMallocHost(&h_pinned, 256);
  cudaMallocHost(&h_next, 256);
  cudaMemcpyAsync(h_pinned, d_data, 256, cudaMemcpyDeviceToHost, stream);

  cudaFreeHost(h_pinned);

  cudaMemcpyAsync(d_data, h_pinned, 256, cudaMemcpyHostToDevice, stream);
  cudaMemcpy(h_pinned + 2, d_data, 16, cudaMemcpyDeviceToHost);
  wrong_copy_pinned_freed_kernel<<<1, 1>>>(d_data, h_pinned);
  cudaDeviceSynchronize();
  cudaFreeHost(h_next);
  cudaFree(d_data);
  cudaStreamDestroy(stream);
  return 0;
}
