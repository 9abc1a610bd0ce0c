// SPDX-License-Identifier: Apache-2.0
// Sizes, alignments and construction of the vector types, on the host and in a kernel.
// Needs CUDA 13: double4_16a and the like.
#include <cstdio>

template <class T>
void show(const char* name) {
  printf("%s %d %d\n", name, (int)sizeof(T), (int)alignof(T));
}
#define SHOW(T) show<T>(#T)

struct mixed {
  char tag;
  float3 a;
  float4 b;
};

__global__ void sum_kernel(const float4* v, float2* out) {
  float4 x = v[threadIdx.x];
  float2 r = make_float2(x.x + x.y, x.z + x.w);
  out[threadIdx.x] = r;
}

__global__ void extents_kernel(int* out) {
  uint3 t = threadIdx;
  dim3 b = blockDim;
  out[t.x + b.x * (t.y + b.y * t.z)] = t.x + 10 * t.y + 100 * t.z + 1000 * (b.x * b.y * b.z);
}

int main() {
  SHOW(char1);
  SHOW(char2);
  SHOW(char3);
  SHOW(char4);
  SHOW(uchar2);
  SHOW(uchar4);
  SHOW(short1);
  SHOW(short2);
  SHOW(short3);
  SHOW(short4);
  SHOW(ushort4);
  SHOW(int1);
  SHOW(int2);
  SHOW(int3);
  SHOW(int4);
  SHOW(uint2);
  SHOW(uint3);
  SHOW(uint4);
  SHOW(long1);
  SHOW(long2);
  SHOW(long3);
  SHOW(ulong2);
  SHOW(longlong1);
  SHOW(longlong2);
  SHOW(longlong3);
  SHOW(ulonglong2);
  SHOW(float1);
  SHOW(float2);
  SHOW(float3);
  SHOW(float4);
  SHOW(double1);
  SHOW(double2);
  SHOW(double3);
  SHOW(double4_16a);
  SHOW(double4_32a);
  SHOW(longlong4_32a);
  SHOW(dim3);
  SHOW(mixed);

  dim3 d(3, 2);
  dim3 one;
  uint3 u = d;
  dim3 back(u);
  printf("dim3 %u %u %u, %u %u %u, %u %u %u\n", d.x, d.y, d.z, one.x, one.y, one.z, back.x, back.y, back.z);
  int4 braces = {1, 2, 3, 4};
  uchar4 bytes = make_uchar4(250, 251, 252, 253);
  double2 pair = make_double2(0.5, -0.5);
  longlong2 big = make_longlong2(1ll << 40, -1);
  printf("make %d %d %d %d %.1f %.1f %lld %lld\n", braces.x, braces.w, bytes.x, bytes.w, pair.x, pair.y,
         big.x, big.y);

  float4 h_in[32];
  for (int i = 0; i < 32; ++i) h_in[i] = make_float4(i, i + 0.25f, i + 0.5f, i + 0.75f);
  float4* d_in;
  float2* d_out;
  cudaMalloc(&d_in, sizeof h_in);
  cudaMalloc(&d_out, 32 * sizeof(float2));
  cudaMemcpy(d_in, h_in, sizeof h_in, cudaMemcpyHostToDevice);
  sum_kernel<<<1, 32>>>(d_in, d_out);
  float2 h_out[32];
  cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
  printf("sums %.2f %.2f %.2f %.2f\n", h_out[0].x, h_out[0].y, h_out[31].x, h_out[31].y);

  int* d_extents;
  cudaMalloc(&d_extents, 24 * sizeof(int));
  extents_kernel<<<1, dim3(4, 3, 2)>>>(d_extents);
  int h_extents[24];
  cudaMemcpy(h_extents, d_extents, sizeof h_extents, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 24; ++i) printf("%d%c", h_extents[i], i % 12 == 11 ? '\n' : ' ');
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  return 0;
}
