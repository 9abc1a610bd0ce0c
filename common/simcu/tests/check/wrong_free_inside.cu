// expect: bad-free at 17 14
// expect: bad-free at 18
// expect: bad-free at 20 15
// expect: bad-free at 22
// SPDX-License-Identifier: Apache-2.0
// says: the pointer points 12 bytes inside of an allocation of 256 bytes
// says: the pointer points 64 bytes past the end of the 256-byte allocation
// says: the pointer points to the variable `table` of the device
// The pointer has moved since the allocation gave it, or no allocation gave it.
__device__ int table[4];

int main() {
  int *d_data, *h_data, *d_table;
  cudaMalloc(&d_data, 256);
  cudaMallocHost(&h_data, 256);
  cudaGetSymbolAddress(reinterpret_cast<void**>(&d_table), table);
  cudaFree(d_data + 3);
  cudaFree(d_data + 80);
  cudaFree(d_data);
  cudaFreeHost(h_data + 1);
  cudaFreeHost(h_data);
  cudaFree(d_table);
  return cudaGetLastError() != cudaErrorInvalidValue;
}
