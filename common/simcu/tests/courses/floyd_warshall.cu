// SPDX-License-Identifier: Apache-2.0
// All shortest paths, a kernel for each vertex in between; short distances as bytes of a matrix.
#include "helper.h"

__global__ void relax(int* dist, int n, int k) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
  __shared__ int best;
  if (threadIdx.x == 0) best = dist[i * n + k];
  __syncthreads();
  if (j >= n || i == k || j == k) return;
  int through = best + dist[k * n + j];
  if (through < dist[i * n + j]) dist[i * n + j] = through;
}
int main() {
  const int n = 36;
  std::vector<int> dist(n * n);
  unsigned s = 4;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      dist[i * n + j] = i == j ? 0 : nextRandom(s) % 4 ? 1000000 : 1 + nextRandom(s) % 50;
  DeviceArray<int> d(dist);
  for (int k = 0; k < n; ++k) {
    relax<<<dim3(divUp(n, 32), n), 32>>>(d.data, n, k);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (dist[i * n + k] + dist[k * n + j] < dist[i * n + j])
          dist[i * n + j] = dist[i * n + k] + dist[k * n + j];
  }
  return d.get() == dist ? EXIT_SUCCESS : EXIT_FAILURE;
}
