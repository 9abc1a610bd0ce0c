// SPDX-License-Identifier: Apache-2.0
// The first numbers of many threads, on all cores: each skips ahead, and the first of all makes the tables
// for it.
#include <curand_kernel.h>

#include <cmath>
#include <cstdio>

__global__ void set_up(curandState* states) {
  const int id = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(1234, id, 0, &states[id]);
}

__global__ void count_hits(curandState* states, unsigned* hits, int samples) {
  const int id = blockIdx.x * blockDim.x + threadIdx.x;
  curandState mine = states[id];
  unsigned inside = 0;
  for (int i = 0; i < samples; ++i) {
    const float x = curand_uniform(&mine), y = curand_uniform(&mine);
    inside += x * x + y * y <= 1;
  }
  atomicAdd(hits, inside);
}

int main() {
  const int blocks = 64, threads = 64, samples = 50;
  curandState* states;
  unsigned *d_hits, hits = 0;
  cudaMalloc(&states, blocks * threads * sizeof(curandState));
  cudaMalloc(&d_hits, sizeof hits);
  cudaMemset(d_hits, 0, sizeof hits);
  set_up<<<blocks, threads>>>(states);
  count_hits<<<blocks, threads>>>(states, d_hits, samples);
  cudaMemcpy(&hits, d_hits, sizeof hits, cudaMemcpyDeviceToHost);
  const double pi = 4.0 * hits / (blocks * threads * samples);
  std::printf("%s\n", std::fabs(pi - 3.14159) < 0.02 ? "close to pi" : "far from pi");
  cudaFree(states);
  cudaFree(d_hits);
  return 0;
}
