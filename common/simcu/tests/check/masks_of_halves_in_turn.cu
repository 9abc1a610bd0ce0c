// expect: clean
// SPDX-License-Identifier: Apache-2.0
// The halves of a warp reduce for themselves, then together, by one function: a half that is ahead waits for
// the other with the mask of all, at the line to which that one still comes with its own.
#include <cstdio>

namespace {
__device__ int reduced(unsigned mask, int value, int width) {
  for (int apart = width / 2; apart != 0; apart /= 2) value += __shfl_xor_sync(mask, value, apart, width);
  return value;
}
}  // namespace

__global__ void masks_of_halves_in_turn_kernel(int* d_out) {
  const int lane = threadIdx.x;
  int half = 0;
  if (lane < 16)
    half = reduced(0x0000ffff, lane, 16);
  else
    half = reduced(0xffff0000, 2 * lane, 16);
  d_out[lane] = half + reduced(0xffffffff, lane, 32);
}

int main() {
  int *d_out, h_out[32];
  cudaMalloc(&d_out, sizeof h_out);
  masks_of_halves_in_turn_kernel<<<1, 32>>>(d_out);
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", h_out[0], h_out[31]);
  cudaFree(d_out);
  return 0;
}
