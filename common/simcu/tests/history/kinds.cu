// SPDX-License-Identifier: Apache-2.0
// One access of each kind to shared arrays, a device variable and a vector, and very many to one element.
#include <cstdio>

__device__ unsigned counters[2][4], cube[2][3][4];

__global__ void shared_kernel(double* d_out) {
  __shared__ double s_tile[2][3];
  s_tile[threadIdx.x / 3][threadIdx.x % 3] = 0.5 * threadIdx.x + blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) d_out[blockIdx.x] = s_tile[1][2];
}

__global__ void atomic_kernel() {
  atomicAdd(&counters[1][2], 5u);
  atomicCAS(&counters[1][2], 99u, 1u);
  volatile unsigned* const v = &counters[1][2];
  *v = *v + 1;
}

__global__ void vector_kernel(uint4* d_vectors) { d_vectors[1] = {10, 11, 12, 13}; }

__global__ void many_kernel(int* d_many) {
  for (int i = 0; i < 500; ++i) d_many[0] = d_many[0] + 1;
}

__global__ void cube_kernel() { cube[0][1][1] = 7; }

int main() {
  double* d_out;
  uint4* d_vectors;
  int* d_many;
  cudaMalloc(&d_out, 2 * sizeof *d_out);
  cudaMalloc(&d_vectors, 2 * sizeof *d_vectors);
  cudaMalloc(&d_many, sizeof *d_many);
  cudaMemset(d_many, 0, sizeof *d_many);
  shared_kernel<<<2, 6>>>(d_out);
  atomic_kernel<<<1, 1>>>();
  vector_kernel<<<1, 1>>>(d_vectors);
  many_kernel<<<1, 1>>>(d_many);
  cube_kernel<<<1, 1>>>();
  cudaDeviceSynchronize();
  cudaFree(d_out);
  cudaFree(d_vectors);
  cudaFree(d_many);
}
