// expect: race shared at 18 20
// may: uninitialised-read shared at 20
// SPDX-License-Identifier: Apache-2.0
// Copies of 12 bytes that the compiler makes by itself: one thread reads what another one has stored, without
// a barrier.
#include <cstring>

namespace {
struct triple {
  unsigned words[3];
};
}  // namespace

__global__ void builtin_copies_kernel(unsigned* out) {
  __shared__ triple s_triples[64];
  const triple mine{{threadIdx.x, 1, 2}};
  triple other;
  __builtin_memcpy(&s_triples[threadIdx.x], &mine, sizeof mine);

  __builtin_memcpy(&other, &s_triples[63 - threadIdx.x], sizeof other);
  out[threadIdx.x] = other.words[0];
}

int main() {
  unsigned* d_out;
  cudaMalloc(&d_out, 256);
  builtin_copies_kernel<<<1, 64>>>(d_out);
  cudaDeviceSynchronize();
  cudaFree(d_out);
  return 0;
}
