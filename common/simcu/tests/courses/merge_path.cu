// SPDX-License-Identifier: Apache-2.0
// Merges two sorted arrays: each thread finds its part by co-ranks.
#include <algorithm>

#include "helper.h"

__host__ __device__ int co_rank(int k, const int* A, int m, const int* B, int n) {
  int i = k < m ? k : m, j = k - i;
  int i_low = 0 > (k - n) ? 0 : k - n, j_low = 0 > (k - m) ? 0 : k - m;
  while (true) {
    if (i > 0 && j < n && A[i - 1] > B[j]) {
      int delta = (i - i_low + 1) >> 1;
      j_low = j, j += delta, i -= delta;
    } else if (j > 0 && i < m && B[j - 1] >= A[i]) {
      int delta = (j - j_low + 1) >> 1;
      i_low = i, i += delta, j -= delta;
    } else {
      return i;
    }
  }
}
__global__ void merge_basic_kernel(const int* A, int m, const int* B, int n, int* C) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x,
      per = (m + n + blockDim.x * gridDim.x - 1) / (blockDim.x * gridDim.x);
  int k = min(tid * per, m + n), last = min((tid + 1) * per, m + n);
  int i = co_rank(k, A, m, B, n), j = k - i;
  for (; k < last; ++k) C[k] = j >= n || (i < m && A[i] <= B[j]) ? A[i++] : B[j++];
}
int main() {
  std::vector<int> a(700), b(431), want(1131);
  unsigned s = 3;
  for (int& x : a) x = nextRandom(s) % 1000;
  for (int& x : b) x = nextRandom(s) % 1000;
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), want.begin());
  DeviceArray<int> dA(a), dB(b), dC(want.size());
  merge_basic_kernel<<<3, 64>>>(dA.data, a.size(), dB.data, b.size(), dC.data);
  return dC.get() == want ? EXIT_SUCCESS : EXIT_FAILURE;
}
