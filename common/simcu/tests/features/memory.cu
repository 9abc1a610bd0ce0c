// SPDX-License-Identifier: Apache-2.0
// Memory of all kinds, copies and fills, and device variables.
#include <cstdlib>

#include "both.h"

#define SHOW(call) printf("%s\n", cudaGetErrorName(call))

__global__ void add_kernel(int* p, int n, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] += value;
}

const char* type_of(const void* p) {
  cudaPointerAttributes a;
  if (cudaPointerGetAttributes(&a, p) != cudaSuccess) return "error";
  const char* names[] = {"unregistered", "host", "device", "managed"};  // by cudaMemoryType
  return names[a.type];
}

void kinds_of_memory() {
  const int n = 1000, bytes = n * sizeof(int);
  int *pinned, *mapped, *mapped_on_device, *registered, *device, *ordered, local = 0;
  int *managed = both<int>(n), *pageable = (int*)malloc(bytes);
  cudaMallocHost(&pinned, bytes);
  cudaHostAlloc(&mapped, bytes, cudaHostAllocMapped);
  cudaMalloc(&device, bytes);
  for (int i = 0; i < n; ++i) pinned[i] = mapped[i] = managed[i] = pageable[i] = i;

  cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice, 0);
  add_kernel<<<4, 256>>>(device, n, 5);
  cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost, 0);
  cudaStreamSynchronize(0);
  printf("pinned %d %d\n", pinned[0], pinned[999]);
  cudaHostGetDevicePointer(&mapped_on_device, mapped, 0);
  SHOW(cudaHostRegister(pageable, bytes, cudaHostRegisterDefault));
  cudaHostGetDevicePointer(&registered, pageable, 0);
  add_kernel<<<4, 256>>>(mapped_on_device, n, 7);
  add_kernel<<<4, 256>>>(managed, n, 9);
  add_kernel<<<4, 256>>>(registered, n, 11);
  cudaDeviceSynchronize();
  printf("mapped %d %d, managed %d %d, registered %d %d\n", mapped[0], mapped[999], managed[0], managed[999],
         pageable[0], pageable[999]);
  printf("%s %s %s %s %s\n", type_of(pinned), type_of(mapped + 3), type_of(managed), type_of(device + 10),
         type_of(pageable));
  cudaHostUnregister(pageable);
  printf("%s %s\n", type_of(pageable), type_of(&local));

  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocAsync(&ordered, bytes, stream);
  cudaMemsetAsync(ordered, 0, bytes, stream);
  add_kernel<<<4, 256, 0, stream>>>(ordered, n, 13);
  cudaMemcpyAsync(pinned, ordered, bytes, cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(ordered, stream);
  cudaStreamSynchronize(stream);
  printf("ordered %d %d\n", pinned[0], pinned[999]);

  size_t free_before = 0, free_after = 0, total = 0;
  char* big;
  cudaMemGetInfo(&free_before, &total);
  cudaMalloc(&big, 64 << 20);
  cudaMemGetInfo(&free_after, &total);
  printf("%d %d\n", free_before - free_after >= (64u << 20), free_after < total);
  SHOW(cudaFree(big));
  SHOW(cudaFreeHost(pinned));
  SHOW(cudaFree(managed));
  SHOW(cudaFreeHost(mapped));
  free(pageable);
}

__global__ void scale_kernel(float* data, size_t pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) ((float*)((char*)data + y * pitch))[x] *= 2;
}

void copies_and_fills() {
  const int width = 100, height = 30;
  const size_t bytes = width * sizeof(float), wider = bytes + 16;
  static float h[height][width], back[height][width + 4];
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) h[y][x] = y * 1000 + x;
  float* d;
  size_t pitch = 0;
  SHOW(cudaMallocPitch(&d, &pitch, bytes, height));
  printf("%d %d\n", pitch >= bytes, (int)(pitch % 32));
  cudaMemcpy2D(d, pitch, h, bytes, bytes, height, cudaMemcpyHostToDevice);
  scale_kernel<<<dim3(4, 4), dim3(32, 8)>>>(d, pitch, width, height);
  cudaMemcpy2D(back, wider, d, pitch, bytes, height, cudaMemcpyDeviceToHost);
  printf("%g %g %g %g\n", back[0][1], back[29][99], back[10][50], back[29][100]);
  cudaMemset2D(d, pitch, 0, 50 * sizeof(float), 10);
  cudaMemcpy2DAsync(back, wider, d, pitch, bytes, height, cudaMemcpyDeviceToHost, 0);
  cudaDeviceSynchronize();
  printf("%g %g %g\n", back[9][49], back[9][50], back[10][0]);

  int *a, *b, values[16];
  cudaMalloc(&a, sizeof values);
  cudaMalloc(&b, sizeof values);
  cudaMemset(a, 0x01, sizeof values);
  cudaMemset(b, 0, sizeof values);
  cudaMemcpy(b + 2, a, 4 * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaMemcpy(values, b, sizeof values, cudaMemcpyDefault);
  for (int v : values) printf("%x ", v);
  cudaMemsetAsync(b, 0xff, 8, 0);
  cudaMemcpyAsync(values, b, sizeof values, cudaMemcpyDeviceToHost, 0);
  cudaDeviceSynchronize();
  printf("\n%d %d %x\n", values[0], values[1], values[2]);
}

struct settings {
  int a;
  double b[2];
};
__device__ int d_counter = 5;
__device__ float d_table[8];
__device__ double* d_pointer;
__constant__ int c_factor = 3;
__constant__ float c_weights[4] = {0.5f, 1.5f, 2.5f, 3.5f};
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
  if (threadIdx.x == 0)
    put(out, c_settings.a + c_settings.b[0] + c_settings.b[1], inner::d_big, inner::d_static[2],
        d_pointer[1]);
}

void variables_of_the_device() {
  float table[8] = {1, 2, 3, 4, 5, 6, 7, 8}, weight = 100;
  SHOW(cudaMemcpyToSymbol(d_table, table, sizeof table));
  settings s = {4, {0.25, 0.5}};
  cudaMemcpyToSymbol(c_settings, &s, sizeof s);
  int factor = 4, counter = 0;
  cudaMemcpyToSymbol(c_factor, &factor, sizeof factor);
  cudaMemcpyToSymbol(c_weights, &weight, sizeof weight, 2 * sizeof(float));
  double *data = both<double>(4, {1, 2.5, 3, 4}), *out = both<double>(4);
  cudaMemcpyToSymbol(d_pointer, &data, sizeof data);
  use_kernel<<<1, 64>>>(out);
  show("%.0f", out, 4);
  cudaMemcpyFromSymbol(&counter, d_counter, sizeof counter);
  cudaMemcpyFromSymbol(table, d_table, sizeof table);
  printf("%d | %g %g %g\n", counter, table[0], table[2], table[7]);
  printf("%d %d\n", m_values[0], m_values[3]);
  m_values[1] = 77;
  printf("%d\n", m_values[1]);
  short part[2];
  cudaMemcpyFromSymbol(part, inner::d_static, sizeof part, sizeof(short));
  size_t size = 0, size_of_table = 0;
  void* address = nullptr;
  cudaGetSymbolSize(&size, c_settings);
  cudaGetSymbolSize(&size_of_table, d_table);
  printf("%d %d %zu %zu\n", part[0], part[1], size, size_of_table);
  SHOW(cudaGetSymbolAddress(&address, d_table));
  cudaMemset(address, 0, 2 * sizeof(float));
  cudaMemcpy((float*)address + 2, data, sizeof(double), cudaMemcpyDeviceToDevice);
  cudaMemcpyFromSymbol(table, d_table, sizeof table);
  printf("%g %g %g\n", table[0], table[1], table[4]);
  cudaMemcpyToSymbolAsync(d_counter, &factor, sizeof factor, 0, cudaMemcpyHostToDevice, 0);
  cudaMemcpyFromSymbolAsync(&counter, d_counter, sizeof counter, 0, cudaMemcpyDeviceToHost, 0);
  cudaDeviceSynchronize();
  printf("%d\n", counter);
}

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
  put(out, __isGlobal(global) != 0, __isShared(global) != 0, __isGlobal(&s[1]) != 0, __isShared(&s[1]) != 0,
      __isShared(&s_dynamic[2]) != 0, __isLocal(&local) != 0, __isLocal(s) != 0);
}

void hints_for_the_cache() {
  int *i = both<int>(8, {1, 2, 3, 4, 5, 6, 7, 8}), *spaces = both<int>(7);
  double *d = both<double>(8), *out = both<double>(8);
  float4* f4 = both<float4>(8);
  uchar4* c4 = both<uchar4>(8);
  longlong2* l2 = both<longlong2>(8);
  float2* f2 = both<float2>(8);
  for (int k = 0; k < 8; ++k) {
    d[k] = 0.5 * k;
    f4[k] = make_float4(k, 1, 2, 3);
    c4[k] = make_uchar4(200 + k, 0, 0, k);
    l2[k] = make_longlong2(k, -2 * k);
  }
  loads_kernel<<<1, 8>>>(i, d, f4, c4, l2, out);
  show("%.2f", out, 8);
  stores_kernel<<<1, 8>>>(i, f2);
  show("%d", i, 8);
  printf("%.1f %.1f\n", f2[7].x, f2[7].y);
  spaces_kernel<<<1, 1, 64>>>(i, spaces);
  show("%d", spaces, 7);
}

int main() {
  kinds_of_memory();
  copies_and_fills();
  variables_of_the_device();
  hints_for_the_cache();
  SHOW(cudaGetLastError());
  return 0;
}
