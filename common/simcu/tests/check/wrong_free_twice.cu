// expect: bad-free at 16 15
// expect: bad-free at 17 15
// expect: bad-free at 19 18
// SPDX-License-Identifier: Apache-2.0
// says: cudaFree fails (cudaErrorInvalidValue): this memory has been freed before
// says: freed before, at
// says: cudaFreeAsync fails
// says: cudaFreeHost fails
// Memory is freed that is not there any more. The calls return an error, and nobody looks.

int main() {
  int *d_data, *h_data;
  cudaMalloc(&d_data, 256);
  cudaMallocHost(&h_data, 256);
  cudaFree(d_data);
  cudaFree(d_data);
  cudaFreeAsync(d_data, nullptr);
  cudaFreeHost(h_data);
  cudaFreeHost(h_data);
  return cudaGetLastError() != cudaErrorInvalidValue;
}
