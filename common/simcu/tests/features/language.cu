// SPDX-License-Identifier: Apache-2.0
// C++ in device code, and macros of CUDA's headers that published code tests before it declares anything.
#include "both.h"

// NVIDIA's helper_cuda.h tests the first two.
#if !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_H__) || !defined(__CUDA_RUNTIME_API_H__) || \
    !defined(__VECTOR_TYPES_H__) || !defined(__DEVICE_LAUNCH_PARAMETERS_H__) || !defined(__HOST_DEFINES_H__)
#error "a guard is missing"
#endif
#if !defined(__CUDACC__) || !defined(__NVCC__) || __CUDACC_VER_MAJOR__ < 11
#error "no nvcc"
#endif
#if CUDART_VERSION < 11000 || __CUDART_API_VERSION != CUDART_VERSION
#error "no version"
#endif
#if !defined(__host__) || !defined(__device__) || !defined(__global__) || !defined(__shared__) || \
    !defined(__constant__) || !defined(__forceinline__) || !defined(__launch_bounds__) ||         \
    !defined(__align__)
#error "a word is not a macro"
#endif

struct shape {
  __device__ virtual float area() const = 0;
  __device__ virtual ~shape() {}
};
struct square : shape {
  float side;
  __device__ explicit square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};
struct circle : shape {
  float r;
  __device__ explicit circle(float radius) : r(radius) {}
  __device__ float area() const override { return 3 * r * r; }
};

__host__ __device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ __forceinline__ int inlined(int x) { return x + 1; }
__device__ __noinline__ int not_inlined(int x) { return x * 2; }
__device__ int apply(int (*f)(int), int x) { return f(x); }
template <class... Ts>
__host__ __device__ auto sum_of(Ts... values) {
  return (values + ... + 0);
}

template <class T, int N>
struct stack {
  T items[N];
  int top = 0;
  __device__ void push(T v) { items[top++] = v; }
  __device__ T pop() { return items[--top]; }
};

__global__ void language_kernel(float* out) {
  int i = threadIdx.x;
  square a_square(i);
  circle a_circle(i);
  shape* s = i % 2 ? (shape*)&a_square : (shape*)&a_circle;
  float result = s->area();
  result += fibonacci(i % 10) + apply(inlined, i) + apply(not_inlined, i);
  auto lambda = [=](int k) { return k + i; };
  auto nested = [&] { return lambda(1) + lambda(2); };
  result += nested() + sum_of(1, 2, i);
  stack<int, 16> st;
  for (int k = 0; k < 10; ++k) st.push(k * i);
  while (st.top > 5) result += st.pop();
  int local[32];
  for (int k = 0; k < 32; ++k) local[k] = (k * 7 + i) % 32;
#pragma unroll
  for (int k = 0; k < 31; ++k)
    if (local[k] > local[k + 1]) {
      int t = local[k];
      local[k] = local[k + 1];
      local[k + 1] = t;
    }
  result += local[31];
  switch (i & 3) {
    case 0:
      result += 0.5f;
      break;
    case 1:
      result -= 0.5f;  // falls through
    case 2:
      result += 0.25f;
      break;
    default:
      result *= 2;
  }
  char bytes[16];
  memset(bytes, 1, sizeof bytes);
  memcpy(bytes + 4, &i, sizeof i);
  out[i] = result + i + bytes[15] + bytes[4];
}

__global__ void arch_kernel(int* out) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
  *out = 1;
#endif
}

struct mixed {
  char tag;
  float3 a;
  float4 b;
};

#define SIZE(T) printf("%s %d %d\n", #T, (int)sizeof(T), (int)alignof(T))
#define SIZES(A, B, C, D) SIZE(A), SIZE(B), SIZE(C), SIZE(D)

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

void vector_types() {
  SIZES(char1, char2, char3, char4);
  SIZES(uchar2, uchar4, short1, short2);
  SIZES(short3, short4, ushort4, int1);
  SIZES(int2, int3, int4, uint2);
  SIZES(uint3, uint4, long1, long2);
  SIZES(long3, ulong2, longlong1, longlong2);
  SIZES(longlong3, ulonglong2, float1, float2);
  SIZES(float3, float4, double1, double2);
  SIZE(double3), SIZE(dim3), SIZE(mixed);
  dim3 d(3, 2), one;
  uint3 u = d;
  dim3 back(u);
  printf("dim3 %u %u %u, %u %u %u, %u %u %u\n", d.x, d.y, d.z, one.x, one.y, one.z, back.x, back.y, back.z);
  int4 braces = {1, 2, 3, 4};
  uchar4 bytes = make_uchar4(250, 251, 252, 253);
  double2 pair = make_double2(0.5, -0.5);
  longlong2 big = make_longlong2(1ll << 40, -1);
  printf("make %d %d %d %d %.1f %.1f %lld %lld\n", braces.x, braces.w, bytes.x, bytes.w, pair.x, pair.y,
         big.x, big.y);
  float4* in = both<float4>(32);
  float2* out = both<float2>(32);
  for (int i = 0; i < 32; ++i) in[i] = make_float4(i, i + 0.25f, i + 0.5f, i + 0.75f);
  sum_kernel<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  printf("sums %.2f %.2f %.2f %.2f\n", out[0].x, out[0].y, out[31].x, out[31].y);
  int* extents = both<int>(24);
  extents_kernel<<<1, dim3(4, 3, 2)>>>(extents);
  show("%d", extents, 24, 12);
}

__device__ const char* name_of(int i) { return i == 0 ? "zero" : "other"; }

__global__ void formats_kernel() {
  int returned = printf("%d %u %x %5d|%-5d|%05d %c %s %%\n", -1, 7u, 255, 42, 42, 42, 'x', name_of(0));
  printf("%d\n", returned);
  printf("%lld %llu %lx\n", -(1ll << 40), 1ull << 63, 0xabcdefL);
  printf("%f %.3f %e %g %10.2f|\n", 1.5, 2.0f / 3, 12345.678, 0.0001, 3.14159);
  printf("no arguments\n");
  printf("%s %*d\n", "star", 6, 12);
}

__global__ void thread_kernel(int which) {
  if (threadIdx.x == which)
    printf("block (%d,%d) thread %d of %d\n", blockIdx.x, blockIdx.y, threadIdx.x, blockDim.x);
}

__global__ void lines_kernel(int n) {
  for (int i = 0; i < n; ++i) printf("line %d\n", i);
}

// Each call that waits for kernels shows what they have printed.
void printing() {
  formats_kernel<<<1, 1>>>();
  cudaDeviceSynchronize();
  printf("host between\n");
  fflush(stdout);
  thread_kernel<<<1, 64>>>(33);
  cudaStreamSynchronize(0);
  thread_kernel<<<1, 64>>>(0);
  int *d, h = 0;
  cudaMalloc(&d, 4);
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  lines_kernel<<<1, 1>>>(5);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

int main() {
  float* out = both<float>(32);
  language_kernel<<<1, 32>>>(out);
  show("%g", out, 32, 8);
  int* arch = both<int>(1);
  arch_kernel<<<1, 1>>>(arch);
  show("%d", arch, 1);
  printf("%d %d\n", fibonacci(10), sum_of(1, 2, 3));
  vector_types();
  fflush(stdout);
  printing();
  return 0;
}
