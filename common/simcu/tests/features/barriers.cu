// SPDX-License-Identifier: Apache-2.0
// __syncthreads and its count, and, or forms; also when some threads have returned before.
#include <cstdio>

__global__ void reverse_kernel(int* data, int n) {
  extern __shared__ int s_data[];
  int i = threadIdx.x;
  s_data[i] = data[blockIdx.x * n + i];
  __syncthreads();
  data[blockIdx.x * n + i] = s_data[n - 1 - i];
}

__global__ void votes_kernel(int* out) {
  int i = threadIdx.x;
  int count = __syncthreads_count(i % 3 == 0);
  int all = __syncthreads_and(i >= 0);
  int not_all = __syncthreads_and(i != 77);
  int any = __syncthreads_or(i == 77);
  int none = __syncthreads_or(i > 1000);
  if (i == 5) {
    out[0] = count;
    out[1] = all != 0;
    out[2] = not_all != 0;
    out[3] = any != 0;
    out[4] = none != 0;
  }
}

__global__ void rounds_kernel(int* out) {
  __shared__ int s_a[256], s_b[256];
  int i = threadIdx.x;
  s_a[i] = i;
  for (int round = 0; round < 17; ++round) {
    __syncthreads();
    s_b[i] = s_a[(i + 1) % 256];
    __syncthreads();
    s_a[i] = s_b[(i + 2) % 256];
  }
  out[i] = s_a[i];
}

__global__ void early_exit_kernel(int* out) {
  __shared__ int s_sum;
  if (threadIdx.x == 0) s_sum = 0;
  __syncthreads();
  if (threadIdx.x >= 100) return;
  atomicAdd(&s_sum, 1);
  __syncthreads();
  out[threadIdx.x] = s_sum;
}

int main() {
  const int n = 128, blocks = 3;
  int h[n * blocks];
  for (int i = 0; i < n * blocks; ++i) h[i] = i;
  int* d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  reverse_kernel<<<blocks, n, n * sizeof(int)>>>(d, n);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("reverse %d %d %d %d\n", h[0], h[127], h[128], h[383]);

  votes_kernel<<<1, 200>>>(d);
  cudaMemcpy(h, d, 5 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("votes %d %d %d %d %d\n", h[0], h[1], h[2], h[3], h[4]);

  rounds_kernel<<<1, 256>>>(d);
  cudaMemcpy(h, d, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("rounds %d %d %d\n", h[0], h[100], h[255]);

  early_exit_kernel<<<1, 128>>>(d);
  cudaMemcpy(h, d, 100 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("early exit %d %d\n", h[0], h[99]);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  return 0;
}
