// SPDX-License-Identifier: Apache-2.0
// Device code as C++: classes, virtual calls, recursion, lambdas, function pointers, local arrays, switch,
// goto, statics.
#include <cstdio>

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
  result += i;
  char bytes[16];
  memset(bytes, 1, sizeof bytes);
  memcpy(bytes + 4, &i, sizeof i);
  result += bytes[15] + bytes[4];
  out[i] = result;
}

#ifdef __CUDACC__
__global__ void arch_kernel(int* out) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
  *out = 1;
#else
  *out = 0;
#endif
}
#endif

int main() {
  float *d, h[32];
  cudaMalloc(&d, sizeof h);
  language_kernel<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; ++i) printf("%g%c", h[i], i % 8 == 7 ? '\n' : ' ');
  int arch = -1;
  arch_kernel<<<1, 1>>>((int*)d);
  cudaMemcpy(&arch, d, sizeof arch, cudaMemcpyDeviceToHost);
  printf("%d %d %d %s\n", arch, fibonacci(10), sum_of(1, 2, 3), cudaGetErrorName(cudaGetLastError()));
  return 0;
}
