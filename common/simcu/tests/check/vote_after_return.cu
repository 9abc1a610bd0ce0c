// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Lanes that the mask names have returned before the others vote, match and reduce: CUDA asks only for those
// that have not exited, and the results are of them.
#include <cstdio>

__global__ void vote_after_return_kernel(const int* in, unsigned* out) {
  const unsigned lane = threadIdx.x;
  if (lane >= 20) return;
  int same = 0;
  const unsigned equal = __match_all_sync(0xffffffffu, in[lane], &same);
  const unsigned results[] = {__ballot_sync(0xffffffffu, in[lane] == 0),
                              static_cast<unsigned>(__any_sync(0xffffffffu, in[lane] != 0)),
                              static_cast<unsigned>(__all_sync(0xffffffffu, in[lane] == 0)),
                              __match_any_sync(0xffffffffu, in[lane]),
                              equal,
                              static_cast<unsigned>(same),
                              __reduce_add_sync(0xffffffffu, in[lane] + 1u),
                              __reduce_max_sync(0xffffffffu, lane),
                              __reduce_or_sync(0xffffffffu, 1u << lane),
                              static_cast<unsigned>(__uni_sync(0xffffffffu, in[lane] == 0))};
  if (lane != 0) return;
  for (int i = 0; i < 10; ++i) out[i] = results[i];
}

int main() {
  int* d_data;
  unsigned *d_out, h_out[10];
  cudaMalloc(&d_data, 32 * sizeof(int));
  cudaMalloc(&d_out, sizeof h_out);
  cudaMemset(d_data, 0, 32 * sizeof(int));
  vote_after_return_kernel<<<1, 32>>>(d_data, d_out);
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  const unsigned all = (1u << 20) - 1, right[] = {all, 0, 1, all, all, 1, 20, 19, all, 1};
  bool failed = cudaDeviceSynchronize() != cudaSuccess;
  for (int i = 0; i < 10; ++i) {
    if (h_out[i] != right[i]) std::printf("result %d is %x, not %x\n", i, h_out[i], right[i]);
    failed |= h_out[i] != right[i];
  }
  cudaFree(d_data);
  cudaFree(d_out);
  return failed;
}
