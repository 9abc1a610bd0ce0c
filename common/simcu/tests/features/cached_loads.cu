// SPDX-License-Identifier: Apache-2.0
// __ldg and the other loads and stores with cache hints, for scalars and vectors; address space queries.
#include <cstdio>

__global__ void loads_kernel(const int* i, const double* d, const float4* f4, const uchar4* c4,
                             const longlong2* l2, double* out) {
  double sum =
      __ldg(&i[threadIdx.x]) + __ldcg(&i[1]) + __ldca(&i[2]) + __ldcs(&i[3]) + __ldcv(&i[4]) + __ldlu(&i[5]);
  sum += __ldg(&d[threadIdx.x]) + __ldcg(&d[1]);
  float4 v = __ldg(&f4[threadIdx.x]);
  uchar4 c = __ldg(&c4[threadIdx.x]);
  longlong2 l = __ldcs(&l2[threadIdx.x]);
  sum += v.x + v.y + v.z + v.w + c.x + c.w + l.x + l.y;
  __stcg(&out[threadIdx.x], sum);
}

__global__ void stores_kernel(int* i, float2* f) {
  __stwb(&i[threadIdx.x], 1);
  if (threadIdx.x % 4 == 1) __stcg(&i[threadIdx.x], 2);
  if (threadIdx.x % 4 == 2) __stcs(&i[threadIdx.x], 3);
  if (threadIdx.x % 4 == 3) __stwt(&i[threadIdx.x], 4);
  __stcs(&f[threadIdx.x], make_float2(threadIdx.x, 0.5f));
}

__global__ void spaces_kernel(int* global, int* out) {
  __shared__ int s[4];
  extern __shared__ int s_dynamic[];
  int local = threadIdx.x;
  out[0] = __isGlobal(global) != 0;
  out[1] = __isShared(global) != 0;
  out[2] = __isGlobal(&s[1]) != 0;
  out[3] = __isShared(&s[1]) != 0;
  out[4] = __isShared(&s_dynamic[2]) != 0;
  out[5] = __isLocal(&local) != 0;
  out[6] = __isLocal(s) != 0;
}

int main() {
  int h_i[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  double h_d[8], h_out[8];
  float4 h_f[8];
  uchar4 h_c[8];
  longlong2 h_l[8];
  for (int i = 0; i < 8; ++i) {
    h_d[i] = 0.5 * i;
    h_f[i] = make_float4(i, 1, 2, 3);
    h_c[i] = make_uchar4(200 + i, 0, 0, i);
    h_l[i] = make_longlong2(i, -2 * i);
  }
  char* d;
  cudaMalloc(&d, 4096);
  cudaMemcpy(d, h_i, sizeof h_i, cudaMemcpyHostToDevice);
  cudaMemcpy(d + 256, h_d, sizeof h_d, cudaMemcpyHostToDevice);
  cudaMemcpy(d + 512, h_f, sizeof h_f, cudaMemcpyHostToDevice);
  cudaMemcpy(d + 768, h_c, sizeof h_c, cudaMemcpyHostToDevice);
  cudaMemcpy(d + 1024, h_l, sizeof h_l, cudaMemcpyHostToDevice);
  loads_kernel<<<1, 8>>>((int*)d, (double*)(d + 256), (float4*)(d + 512), (uchar4*)(d + 768),
                         (longlong2*)(d + 1024), (double*)(d + 2048));
  cudaMemcpy(h_out, d + 2048, sizeof h_out, cudaMemcpyDeviceToHost);
  for (double v : h_out) printf("%.2f ", v);
  stores_kernel<<<1, 8>>>((int*)d, (float2*)(d + 256));
  float2 h_f2[8];
  cudaMemcpy(h_i, d, sizeof h_i, cudaMemcpyDeviceToHost);
  cudaMemcpy(h_f2, d + 256, sizeof h_f2, cudaMemcpyDeviceToHost);
  printf("\n");
  for (int v : h_i) printf("%d ", v);
  printf("%.1f %.1f\n", h_f2[7].x, h_f2[7].y);
  spaces_kernel<<<1, 1, 64>>>((int*)d, (int*)(d + 512));
  int spaces[7];
  cudaMemcpy(spaces, d + 512, sizeof spaces, cudaMemcpyDeviceToHost);
  for (int v : spaces) printf("%d ", v);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  return 0;
}
