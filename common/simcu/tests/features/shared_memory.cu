// SPDX-License-Identifier: Apache-2.0
// __shared__ in all its forms: scalars, arrays, structures, several in one line, in templates, in device
// functions, dynamic.
#include <cstdio>

struct pair {
  int key;
  double value;
};

template <class T, int N>
__global__ void transpose_kernel(const T* in, T* out) {
  __shared__ T tile[N][N + 1];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * N + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * N + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__device__ int block_sum(int value) {
  __shared__ int s_total;
  if (threadIdx.x == 0) s_total = 0;
  __syncthreads();
  atomicAdd(&s_total, value);
  __syncthreads();
  int result = s_total;
  __syncthreads();
  return result;
}

__global__ void forms_kernel(int* out) {
  __shared__ int a, b[4], *p;
  __shared__ pair pairs[8];
  __shared__ alignas(16) unsigned char raw[64];
  if (threadIdx.x == 0) {
    a = 7;
    p = &b[2];
    for (int i = 0; i < 4; ++i) b[i] = 10 * i;
    for (int i = 0; i < 8; ++i) pairs[i] = {i, 0.5 * i};
    *reinterpret_cast<int4*>(raw) = make_int4(1, 2, 3, 4);
  }
  __syncthreads();
  if (threadIdx.x == 1) {
    out[0] = a;
    out[1] = *p;
    out[2] = pairs[7].key;
    out[3] = (int)(pairs[7].value * 10);
    out[4] = reinterpret_cast<int*>(raw)[3];
    out[5] = (int)((size_t)raw % 16);
  }
  int first = block_sum(1), second = block_sum(threadIdx.x);
  if (threadIdx.x == 0) {
    out[6] = first;
    out[7] = second;
  }
  for (int i = 0; i < 2; ++i) {
    __shared__ int in_loop[32];
    if (threadIdx.x < 32) in_loop[threadIdx.x] = threadIdx.x + i;
    __syncthreads();
    if (threadIdx.x == 0) out[8 + i] = in_loop[31];
    __syncthreads();
  }
}

extern __shared__ double s_doubles[];
__global__ void dynamic_kernel(double* out) {
  float* second = reinterpret_cast<float*>(s_doubles + blockDim.x);
  s_doubles[threadIdx.x] = threadIdx.x;
  second[threadIdx.x] = 0.25f * threadIdx.x;
  __syncthreads();
  int other = blockDim.x - 1 - threadIdx.x;
  out[blockIdx.x * blockDim.x + threadIdx.x] = s_doubles[other] + second[other];
}

int main() {
  int h_in[256], h_out[256];
  for (int i = 0; i < 256; ++i) h_in[i] = i;
  int *d_in, *d_out;
  cudaMalloc(&d_in, sizeof h_in);
  cudaMalloc(&d_out, sizeof h_out);
  cudaMemcpy(d_in, h_in, sizeof h_in, cudaMemcpyHostToDevice);
  transpose_kernel<int, 16><<<1, dim3(16, 16)>>>(d_in, d_out);
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  printf("transpose %d %d %d %d\n", h_out[1], h_out[16], h_out[254], h_out[255]);

  forms_kernel<<<1, 64>>>(d_out);
  cudaMemcpy(h_out, d_out, 10 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 10; ++i) printf("%d ", h_out[i]);
  printf("\n");

  double* d_double;
  double h_double[192];
  cudaMalloc(&d_double, sizeof h_double);
  dynamic_kernel<<<3, 64, 64 * (sizeof(double) + sizeof(float))>>>(d_double);
  cudaMemcpy(h_double, d_double, sizeof h_double, cudaMemcpyDeviceToHost);
  printf("dynamic %.2f %.2f %.2f\n", h_double[0], h_double[63], h_double[191]);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  return 0;
}
