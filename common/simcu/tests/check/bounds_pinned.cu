// expect: out-of-bounds global at 7
// SPDX-License-Identifier: Apache-2.0
// says: reads 4 bytes outside pinned host memory: 0 bytes past the end of 4096 bytes
// One element too many of mapped host memory.

__global__ void bounds_pinned_kernel(const int* mapped, int* d_out) {
  d_out[threadIdx.x] = mapped[threadIdx.x];
}

int main() {
  int *h_mapped, *d_out;
  cudaMallocHost(&h_mapped, 4096);
  for (int i = 0; i < 1024; ++i) h_mapped[i] = i;
  cudaMalloc(&d_out, 4096);
  bounds_pinned_kernel<<<1, 64>>>(h_mapped + 961, d_out);
  cudaDeviceSynchronize();
  cudaFree(d_out);
  cudaFreeHost(h_mapped);
  return 0;
}
