// expect: syncwarp-absent at 9 12
// says: waits names threads 20-31, too, which are elsewhere
// SPDX-License-Identifier: Apache-2.0
// The same lanes, but they wait at a barrier first: they have not exited, and do not come to the vote.
#include <cstdio>

__global__ void vote_before_return_kernel(const int* in, unsigned* out) {
  if (threadIdx.x >= 20) {
    __syncthreads();
    return;
  }
  const unsigned votes = __ballot_sync(0xffffffffu, in[threadIdx.x] == 0);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = votes;
}

int main() {
  int* d_data;
  unsigned* d_out;
  cudaMalloc(&d_data, 32 * sizeof(int));
  cudaMalloc(&d_out, sizeof(unsigned));
  cudaMemset(d_data, 0, 32 * sizeof(int));
  vote_before_return_kernel<<<1, 32>>>(d_data, d_out);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  cudaFree(d_data);
  cudaFree(d_out);
  std::printf("done\n");
  return failed;
}
