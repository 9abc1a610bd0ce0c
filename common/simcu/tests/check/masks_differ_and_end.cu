// expect: warp-masks-differ at 10
// SPDX-License-Identifier: Apache-2.0
// A lane comes to the vote with a mask of itself, while the others wait for it; then it ends.
#include <cstdio>

__global__ void masks_differ_and_end_kernel(const int* in, int* out) {
  const int t = threadIdx.x;
  const unsigned mask = t == 31 ? 1u << 31 : 0xffffffffu;
  const int mine = in[t];
  const unsigned votes = __ballot_sync(mask, mine == 0);
  if (t == 0) out[0] = static_cast<int>(votes);
}

int main() {
  constexpr int kCount = 4096;
  int *d_data, *d_out;
  cudaMalloc(&d_data, kCount * sizeof(int));
  cudaMalloc(&d_out, kCount * sizeof(int));
  cudaMemset(d_data, 0, kCount * sizeof(int));
  cudaMemset(d_out, 0, kCount * sizeof(int));
  masks_differ_and_end_kernel<<<1, 32>>>(d_data, d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("done\n");
  return failed;
}
