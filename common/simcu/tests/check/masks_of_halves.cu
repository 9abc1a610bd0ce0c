// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Two halves of a warp, each with a mask of its own, at one call.
#include <cstdio>

__global__ void masks_of_halves_kernel(const int* in, int* out) {
  const int t = threadIdx.x;
  const unsigned mask = t < 16 ? 0x0000ffffu : 0xffff0000u;
  const unsigned votes = __ballot_sync(mask, in[t] == 0);
  out[t] = static_cast<int>(votes);
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  masks_of_halves_kernel<<<1, 32>>>(d_data, d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("done\n");
  return failed;
}
