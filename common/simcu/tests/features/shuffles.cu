// SPDX-License-Identifier: Apache-2.0
// __shfl_sync and its up, down and xor forms with every width, for every type.
#include <cstdio>

__global__ void shuffles_kernel(int* out, int width) {
  int lane = threadIdx.x, v = 100 + lane;
  int* row = out + lane * 4;
  row[0] = __shfl_sync(0xffffffff, v, 5, width);
  row[1] = __shfl_up_sync(0xffffffff, v, 3, width);
  row[2] = __shfl_down_sync(0xffffffff, v, 3, width);
  row[3] = __shfl_xor_sync(0xffffffff, v, 6, width);
}

template <class T>
__global__ void type_kernel(double* out, T scale) {
  T v = scale * (T)(threadIdx.x + 1);
  T r = __shfl_sync(0xffffffff, v, (threadIdx.x + 9) & 31);
  r = r + __shfl_xor_sync(0xffffffff, v, 1);
  r = r + __shfl_up_sync(0xffffffff, v, 1);
  r = r + __shfl_down_sync(0xffffffff, v, 1);
  out[threadIdx.x] = (double)r;
}

template <class T>
void show_type(const char* name, T scale) {
  double* d;
  double h[32];
  cudaMalloc(&d, sizeof h);
  type_kernel<T><<<1, 32>>>(d, scale);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s %.3f %.3f %.3f\n", name, h[0], h[17], h[31]);
  cudaFree(d);
}

__global__ void half_kernel(int* out) {
  int lane = threadIdx.x;
  out[lane] = -1;
  if (lane < 16) {
    out[lane] = __shfl_sync(0x0000ffff, lane * lane, 15 - lane);
  } else {
    out[lane] = __shfl_down_sync(0xffff0000, lane, 8);
  }
}

__global__ void warp_sum_kernel(int* out) {
  int v = threadIdx.x;
  for (int offset = 16; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffffff, v, offset);
  if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
}

int main() {
  int* d;
  int h[128];
  cudaMalloc(&d, sizeof h);
  for (int width = 32; width >= 2; width /= 2) {
    shuffles_kernel<<<1, 32>>>(d, width);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("width %d\n", width);
    for (int k = 0; k < 4; ++k) {
      for (int lane = 0; lane < 32; ++lane) printf("%d ", h[lane * 4 + k]);
      printf("\n");
    }
  }
  show_type<int>("int", -3);
  show_type<unsigned>("unsigned", 3000000000u);
  show_type<long>("long", -3000000000L);
  show_type<unsigned long>("unsigned long", 3000000000UL);
  show_type<long long>("long long", -5000000000LL);
  show_type<unsigned long long>("unsigned long long", 1ULL << 40);
  show_type<float>("float", 0.5f);
  show_type<double>("double", 0.125);
  half_kernel<<<1, 32>>>(d);
  cudaMemcpy(h, d, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int lane = 0; lane < 32; ++lane) printf("%d ", h[lane]);
  warp_sum_kernel<<<1, 128>>>(d);
  cudaMemcpy(h, d, 4 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("\nsums %d %d %d %d\n", h[0], h[1], h[2], h[3]);
  return 0;
}
