// SPDX-License-Identifier: Apache-2.0
// __device__, __constant__ and __managed__ variables, and the functions that copy to and from them.
#include <cstdio>

__device__ int d_counter = 5;
__device__ float d_table[8];
__device__ double* d_pointer;
__constant__ int c_factor = 3;
__constant__ float c_weights[4] = {0.5f, 1.5f, 2.5f, 3.5f};
struct settings {
  int a;
  double b[2];
};
__constant__ settings c_settings;
__managed__ int m_values[4] = {1, 2, 3, 4};
namespace inner {
__device__ unsigned long long d_big = 1ull << 40;
static __device__ short d_static[3] = {7, 8, 9};
}  // namespace inner

__global__ void use_kernel(double* out) {
  atomicAdd(&d_counter, c_factor);
  if (threadIdx.x < 8) d_table[threadIdx.x] += c_weights[threadIdx.x % 4];
  if (threadIdx.x < 4) m_values[threadIdx.x] *= 10;
  if (threadIdx.x == 0) {
    out[0] = c_settings.a + c_settings.b[0] + c_settings.b[1];
    out[1] = (double)inner::d_big;
    out[2] = inner::d_static[2];
    out[3] = d_pointer[1];
    inner::d_big += 1;
  }
}

int main() {
  float table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  printf("%s\n", cudaGetErrorName(cudaMemcpyToSymbol(d_table, table, sizeof table)));
  settings s = {4, {0.25, 0.5}};
  cudaMemcpyToSymbol(c_settings, &s, sizeof s);
  int factor = 4;
  cudaMemcpyToSymbol(c_factor, &factor, sizeof factor);
  float weight = 100;
  cudaMemcpyToSymbol(c_weights, &weight, sizeof weight, 2 * sizeof(float));
  double *d_data, data[4] = {1, 2.5, 3, 4}, *d_out, out[4];
  cudaMalloc(&d_data, sizeof data);
  cudaMalloc(&d_out, sizeof out);
  cudaMemcpy(d_data, data, sizeof data, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(d_pointer, &d_data, sizeof d_data);

  use_kernel<<<1, 64>>>(d_out);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  int counter = 0;
  cudaMemcpyFromSymbol(&counter, d_counter, sizeof counter);
  cudaMemcpyFromSymbol(table, d_table, sizeof table);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  printf("%d | %g %g %g | %g %.0f %g %g\n", counter, table[0], table[2], table[7], out[0], out[1], out[2],
         out[3]);
  printf("%d %d\n", m_values[0] % 10, m_values[3] % 10);
  m_values[1] = 77;
  printf("%d\n", m_values[1]);
  short part[2];
  cudaMemcpyFromSymbol(part, inner::d_static, sizeof part, sizeof(short));
  printf("%d %d\n", part[0], part[1]);

  size_t size = 0;
  void* address = nullptr;
  cudaGetSymbolSize(&size, c_settings);
  printf("%zu ", size);
  cudaGetSymbolSize(&size, d_table);
  printf("%zu %s\n", size, cudaGetErrorName(cudaGetSymbolAddress(&address, d_table)));
  cudaMemset(address, 0, 2 * sizeof(float));
  cudaMemcpy((float*)address + 2, d_data, sizeof(double), cudaMemcpyDeviceToDevice);
  cudaMemcpyFromSymbol(table, d_table, sizeof table);
  printf("%g %g %g\n", table[0], table[1], table[4]);
  cudaMemcpyToSymbolAsync(d_counter, &factor, sizeof factor, 0, cudaMemcpyHostToDevice, 0);
  cudaMemcpyFromSymbolAsync(&counter, d_counter, sizeof counter, 0, cudaMemcpyDeviceToHost, 0);
  cudaDeviceSynchronize();
  printf("%d %s\n", counter, cudaGetErrorName(cudaGetLastError()));
  return 0;
}
