// expect: clean
// SPDX-License-Identifier: Apache-2.0
// The same with addresses of the device: asked for, or stored by a kernel. A managed variable is the same on
// both sides.
#include <cstring>

__device__ int table[64];
__device__ int others[64];
__device__ int* head;
__managed__ int both[64];

__global__ void add_one(int* data) { data[threadIdx.x] += 1; }
__global__ void find_head() { head = others + 8; }

int main() {
  int host[64] = {}, *d_table, *d_others;
  cudaGetSymbolAddress((void**)&d_table, table);
  cudaMemcpy(d_table, host, sizeof host, cudaMemcpyHostToDevice);
  add_one<<<1, 64>>>(d_table);
  cudaMemcpy(host, d_table + 3, 40, cudaMemcpyDeviceToHost);
  if (host[9] != 1) return 1;
  find_head<<<1, 1>>>();
  cudaMemcpyFromSymbol(&d_others, head, sizeof head);
  cudaMemset(d_others, 0, 40);
  add_one<<<1, 10>>>(d_others);
  cudaMemcpyFromSymbol(host, others, 40, 32);
  if (host[9] != 1) return 2;
  cudaMemset(both, 0, sizeof both);
  add_one<<<1, 64>>>(both);
  if (cudaMemcpy(host, both, sizeof both, cudaMemcpyDeviceToHost) != cudaSuccess || host[63] != 1) return 3;
  return cudaDeviceSynchronize() != cudaSuccess;
}
