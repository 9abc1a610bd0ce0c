// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Structures of bytes that functions and operators return, assigned in longer expressions, to single
// variables and through references: none of these stores may be missed, or a read of it looks like one of
// unset memory.
#include <cstdio>

struct rgb {
  unsigned char r, g, b;
};
struct line {
  unsigned char at[24];
};
struct flags {
  unsigned low : 3, high : 5;
};

__device__ __noinline__ rgb grey(int level) {
  const auto v = static_cast<unsigned char>(level);
  return {v, v, v};
}
__device__ __noinline__ rgb operator+(rgb x, rgb y) {
  return {static_cast<unsigned char>(x.r + y.r), static_cast<unsigned char>(x.g + y.g),
          static_cast<unsigned char>(x.b + y.b)};
}
__device__ __noinline__ line ramp(int first) {
  line l;
  for (int i = 0; i < 24; ++i) l.at[i] = static_cast<unsigned char>(first + i);
  return l;
}

__global__ void returned_bytes_on_the_way_kernel(int* sum) {
  __shared__ rgb s_chain[64], s_again[64], s_mixed[64], s_loop[64], s_one;
  __shared__ rgb s_group[64], s_braces[64];
  __shared__ line s_lines[64], s_more[64], s_cast[64];
  __shared__ flags s_flags[64];
  const int t = threadIdx.x;
  s_chain[t] = s_again[t] = grey(t);
  s_lines[t] = s_more[t] = ramp(t);
  if (t == 0) s_one = grey(9);
  rgb& mine = s_mixed[t];
  mine = grey(1) + grey(t);
  for (int i = t; i < 64; s_loop[i] = grey(i), i += 64) {
  }
  s_flags[t] = {1, 2};
  s_flags[t].low = t > 32 ? s_flags[t].low : s_flags[t].high;
  s_flags[t].high = s_flags[t].low + 1;
  __syncthreads();
  const int o = 63 - t;
  sum[t] = s_chain[o].r + s_again[o].g + s_mixed[o].b + s_loop[o].g + s_one.b + s_lines[o].at[23] +
           s_more[o].at[0] + static_cast<int>(s_flags[o].high);
  __syncthreads();
  s_chain[t] = grey(t) + grey(2), s_again[t] = t < 32 ? s_one : grey(3) + s_one;
  s_group[t] = (grey(4)), s_braces[t] = rgb{grey(5)};
  s_cast[t] = (line)ramp(6);
  __syncthreads();
  sum[t] += s_chain[o].b + s_again[o].r + s_group[o].r + s_braces[o].g + s_cast[o].at[9];
}

int main() {
  int* d_sum;
  cudaMalloc(&d_sum, 64 * sizeof(int));
  returned_bytes_on_the_way_kernel<<<1, 64>>>(d_sum);
  int h_sum[64];
  const bool failed = cudaMemcpy(h_sum, d_sum, sizeof h_sum, cudaMemcpyDeviceToHost) != cudaSuccess;
  cudaFree(d_sum);
  std::printf("%d %d\n", h_sum[0], h_sum[63]);
  return failed;
}
