// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Everything is freed once, by its own function, and null pointers may be freed. Calls may fail for other
// reasons.
#include <cstdlib>

int main() {
  int *d_data, *h_data, *d_async, *d_managed, *d_much;
  bool good = true;
  for (int round = 0; round < 3; ++round) {
    good &= cudaMalloc(&d_data, 256) == cudaSuccess;
    good &= cudaMallocHost(&h_data, 256) == cudaSuccess;
    good &= cudaMallocAsync(&d_async, 256, nullptr) == cudaSuccess;
    good &= cudaMallocManaged(&d_managed, 256) == cudaSuccess;
    good &= cudaFree(d_data) == cudaSuccess && cudaFreeHost(h_data) == cudaSuccess;
    good &= cudaFreeAsync(d_async, nullptr) == cudaSuccess && cudaFree(d_managed) == cudaSuccess;
    good &= cudaFree(nullptr) == cudaSuccess && cudaFreeHost(nullptr) == cudaSuccess;
  }
  int* h_own = static_cast<int*>(std::malloc(256));
  cudaPointerAttributes what;
  good &= cudaPointerGetAttributes(&what, h_own) == cudaSuccess;
  good &= cudaMalloc(&d_much, std::size_t{1} << 50) == cudaErrorMemoryAllocation;
  good &= cudaHostUnregister(h_own) == cudaErrorHostMemoryNotRegistered;
  cudaGetLastError();
  std::free(h_own);
  return !good;
}
