// SPDX-License-Identifier: Apache-2.0
// Cooperative launches and this_grid().sync(): phases over the whole grid.
// Needs CUDA 13: grid_group::thread_index.
#include <cooperative_groups.h>

#include <cstdio>
namespace cg = cooperative_groups;

__global__ void phases_kernel(int* a, int* b, int n, int rounds) {
  cg::grid_group grid = cg::this_grid();
  for (int round = 0; round < rounds; ++round) {
    for (int i = (int)grid.thread_rank(); i < n; i += (int)grid.size()) b[i] = a[(i + 1) % n] + 1;
    grid.sync();
    int* t = a;
    a = b;
    b = t;
  }
}

__global__ void indices_kernel(unsigned long long* out, int* valid) {
  cg::grid_group grid = cg::this_grid();
  if (grid.thread_rank() == grid.size() - 1) {
    out[0] = grid.size();
    out[1] = grid.num_threads();
    out[2] = grid.num_blocks();
    out[3] = grid.block_rank();
    out[4] = grid.dim_blocks().y;
    out[5] = grid.block_index().x;
    out[6] = grid.thread_index().x;
    *valid = grid.is_valid();
  }
  cg::sync(grid);
}

template <class T>
__global__ void template_kernel(T* out, T value) {
  cg::this_grid().sync();
  if (threadIdx.x == 0) out[blockIdx.x] = value * (T)(blockIdx.x + 1);
}

int main() {
  int can = 0;
  cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, 0);
  printf("cooperative %d\n", can);
  int n = 3000, rounds = 7, h[3000];
  for (int i = 0; i < n; ++i) h[i] = i;
  int *d_a, *d_b;
  cudaMalloc(&d_a, sizeof h);
  cudaMalloc(&d_b, sizeof h);
  cudaMemcpy(d_a, h, sizeof h, cudaMemcpyHostToDevice);
  void* args[] = {&d_a, &d_b, &n, &rounds};
  printf("%s\n",
         cudaGetErrorName(cudaLaunchCooperativeKernel((void*)phases_kernel, dim3(8), dim3(128), args)));
  cudaMemcpy(h, d_b, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", h[0], h[1500], h[2999]);

  unsigned long long *d_out, out[7];
  int *d_valid, valid = -1;
  cudaMalloc(&d_out, sizeof out);
  cudaMalloc(&d_valid, sizeof valid);
  void* args2[] = {&d_out, &d_valid};
  cudaLaunchCooperativeKernel((const void*)indices_kernel, dim3(2, 3), dim3(16, 2), args2, 0, 0);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  cudaMemcpy(&valid, d_valid, sizeof valid, cudaMemcpyDeviceToHost);
  for (unsigned long long v : out) printf("%llu ", v);
  printf("%d\n", valid);

  float* d_f = (float*)d_out;
  float value = 1.5f, f[4];
  void* args3[] = {&d_f, &value};
  cudaLaunchCooperativeKernel((const void*)template_kernel<float>, 4, 64, args3);
  cudaMemcpy(f, d_f, sizeof f, cudaMemcpyDeviceToHost);
  printf("%g %g %s\n", f[0], f[3], cudaGetErrorName(cudaGetLastError()));

  int blocks = 0, sms = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, phases_kernel, 128, 0);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  cudaError_t error =
      cudaLaunchCooperativeKernel((void*)phases_kernel, dim3(blocks * sms + 1), dim3(128), args);
  printf("%s", cudaGetErrorName(error));
  printf(" %s\n", cudaGetErrorName(cudaGetLastError()));
  return 0;
}
