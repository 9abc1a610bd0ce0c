// SPDX-License-Identifier: Apache-2.0
// Gaussian elimination in place in double precision, a launch for each column.
#include <math.h>

#include "helper.h"

__global__ void divide(double* a, int n, int k) {
  int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i * n + k] /= a[k * n + k];
}
__global__ void eliminate(double* a, int n, int k) {
  int j = k + 1 + blockIdx.x * blockDim.x + threadIdx.x, i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) a[i * n + j] -= a[i * n + k] * a[k * n + j];
}
int main() {
  const int n = 30;
  std::vector<double> a(n * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) a[i * n + j] = i == j ? n + 1 : 1.0 / (1 + i + j);
  DeviceArray<double> d(a);
  for (int k = 0; k + 1 < n; ++k) {
    divide<<<divUp(n, 32), 32>>>(d.data, n, k);
    eliminate<<<dim3(divUp(n, 8), divUp(n, 8)), dim3(8, 8)>>>(d.data, n, k);
  }
  getLastCudaError("eliminate");
  std::vector<double> lu = d.get();
  double worst = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k <= (i < j ? i : j); ++k) sum += (k == i ? 1.0 : lu[i * n + k]) * lu[k * n + j];
      worst = fmax(worst, fabs(sum - a[i * n + j]));
    }
  return worst < 1e-10 ? EXIT_SUCCESS : EXIT_FAILURE;
}
