// expect: bad-copy at 22 19
// expect: bad-copy at 23 19
// expect: bad-copy at 24 19
// expect: bad-copy at 25 20
// expect: bad-copy at 26
// expect: bad-fill at 27 21
// expect: bad-fill at 28 19
// SPDX-License-Identifier: Apache-2.0
// says: the destination is an allocation of 256 bytes, and 260 bytes are to be written
// says: the source is an allocation of 256 bytes, and 256 bytes are to be read from its byte 4 on
// says: the destination is an allocation of 256 bytes, and 320 bytes (5 rows of 64 bytes, 64 bytes apart)
// says: the destination is the variable `table` of 256 bytes, and 260 bytes are to be written
// says: is a sizeof missing in its cudaMalloc?
// Copies and fills that leave their allocation. The calls do nothing and return an error, and nobody looks.
__device__ int table[64];

int main() {
  int *d_data, *h_pinned, *d_small, h_data[80] = {};
  cudaMalloc(&d_data, 256);
  cudaMallocHost(&h_pinned, 64);
  cudaMalloc(&d_small, 64);
  cudaMemcpy(d_data, h_data, 260, cudaMemcpyHostToDevice);
  cudaMemcpyAsync(h_data, d_data + 1, 256, cudaMemcpyDeviceToHost, nullptr);
  cudaMemcpy2D(d_data, 64, h_data, 64, 64, 5, cudaMemcpyHostToDevice);
  cudaMemcpy(d_data, h_pinned, 68, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(table, h_data, 260);
  cudaMemset(d_small, 0, 64 * sizeof *d_small);
  cudaMemset2DAsync(d_data, 128, 0, 64, 3, nullptr);
  cudaFree(d_data);
  cudaFree(d_small);
  cudaFreeHost(h_pinned);
  return cudaGetLastError() != cudaErrorInvalidValue;
}
