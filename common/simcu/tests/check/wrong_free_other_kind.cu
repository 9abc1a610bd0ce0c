// expect: bad-free at 21
// expect: bad-free at 22
// expect: bad-free at 23 18
// expect: bad-free at 24 17
// expect: bad-free at 25 19
// SPDX-License-Identifier: Apache-2.0
// says: use free for what malloc gave
// says: Memory from cudaMallocHost is freed with cudaFreeHost.
// says: Device memory is freed with cudaFree.
// says: Memory from cudaHostRegister is given back with cudaHostUnregister
// Each of these is freed by another function than the one for its kind of memory.
#include <cstdlib>

int main() {
  int *d_data, *h_pinned, *h_data = static_cast<int*>(std::malloc(256)),
                          *h_registered = static_cast<int*>(std::malloc(256));
  cudaMalloc(&d_data, 256);
  cudaMallocHost(&h_pinned, 256);
  cudaHostRegister(h_registered, 256, cudaHostRegisterDefault);

  cudaFree(h_data);
  cudaFreeHost(h_data);
  cudaFree(h_pinned);
  cudaFreeHost(d_data);
  cudaFreeHost(h_registered);
  cudaFree(d_data);
  cudaFreeHost(h_pinned);
  cudaHostUnregister(h_registered);
  std::free(h_data);
  std::free(h_registered);
  return cudaGetLastError() != cudaErrorInvalidValue;
}
