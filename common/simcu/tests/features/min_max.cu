// SPDX-License-Identifier: Apache-2.0
// The global min and max of every combination of types, next to `using namespace std`.
#include <algorithm>
#include <cstdio>
#include <limits>
using namespace std;

template <class T>
__host__ __device__ int bytes_of(T) {
  return (int)sizeof(T) * (T(-1) < T(0) ? -1 : 1);
}

__global__ void min_max_kernel(double* out) {
  int i = -3;
  unsigned u = 5;
  long l = -7;
  unsigned long ul = 9;
  long long ll = -11;
  unsigned long long ull = 13;
  float f = 1.5f;
  double d = -2.5;
  int k = 0;
  out[k++] = min(i, 2);
  out[k++] = max(i, 2);
  out[k++] = max(u, 2u);
  out[k++] = min(i, u);
  out[k++] = max(u, i);
  out[k++] = min(l, 3L);
  out[k++] = max(ul, 3UL);
  out[k++] = min(ll, 3LL);
  out[k++] = max(ull, 3ULL);
  out[k++] = min(f, 1.0f);
  out[k++] = max(d, -3.0);
  out[k++] = min(f, d);
  out[k++] = max(d, f);
  out[k++] = max(nanf(""), 4.0f);
  out[k++] = fminf(f, 0.5f);
  out[k++] = fmax(d, 0.5);
  out[k++] = umin(7u, 8u);
  out[k++] = llmax(-7ll, 8ll);
  out[k++] = bytes_of(min(i, i));
  out[k++] = bytes_of(min(i, u));
  out[k++] = bytes_of(max(l, ul));
  out[k++] = bytes_of(max(f, d));
  out[k++] = abs(-3) + abs(-2.5) + abs(-1.25f) + llabs(-4ll);
}

int main() {
  double *d, h[23];
  cudaMalloc(&d, sizeof h);
  min_max_kernel<<<1, 1>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (double v : h) printf("%g ", v);
  int a = 3, b = 4;
  size_t n = 100, m = 99;
  printf("\nhost %d %zu %g\n", min(a, b), max(n, m), max(1.5, 2.0));
  swap(a, b);
  printf("%d %d\n", a, numeric_limits<int>::max());
  return 0;
}
