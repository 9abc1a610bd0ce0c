// expect: undefined-shift at 14
// expect: undefined-shift host at 21
// expect: undefined-shift host at 22
// says: undefined-shift in kernel `shift_too_far_kernel`: shifts a number of 32 bits by 32, which
// says: undefined-shift (host): host code shifts a number of 64 bits by -1, which
// says: undefined-shift (host): host code shifts a number of 32 bits by 40, which
// SPDX-License-Identifier: Apache-2.0
// Shifts by all bits of a number in a kernel, and by a negative number on the host; those by fewer bits, and
// of wider numbers, are fine.
#include <cstdio>

__global__ void shift_too_far_kernel(unsigned* out, int bits) {
  const unsigned long long wide = 1ull << (bits + threadIdx.x);
  out[threadIdx.x] = (1u << (bits + threadIdx.x)) - 1 + static_cast<unsigned>(wide >> 40);
}

int main() {
  unsigned* d_out;
  cudaMalloc(&d_out, 2 * sizeof *d_out);
  volatile int back = -1;
  volatile const unsigned long long mask = 5ull << back;
  volatile const unsigned narrow = 5u << (static_cast<__int128>(back) + 41);
  shift_too_far_kernel<<<1, 2>>>(d_out, 31);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess || mask == 7 || narrow == 7;
  cudaFree(d_out);
  return failed;
}
