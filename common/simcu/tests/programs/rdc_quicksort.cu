// SPDX-License-Identifier: Apache-2.0
// Launches from kernels: a quicksort whose kernel launches itself for the two parts, and sorts short parts by
// selection.
#include <cstdio>

__global__ void quicksort(int* data, int left, int right, int depth) {
  if (right - left < 16 || depth > 16) {
    for (int i = left; i <= right; ++i) {
      int least = i;
      for (int j = i + 1; j <= right; ++j)
        if (data[j] < data[least]) least = j;
      const int value = data[i];
      data[i] = data[least];
      data[least] = value;
    }
    return;
  }
  const int pivot = data[(left + right) / 2];
  int i = left, j = right;
  while (i <= j) {
    while (data[i] < pivot) ++i;
    while (data[j] > pivot) --j;
    if (i > j) break;
    const int value = data[i];
    data[i++] = data[j];
    data[j--] = value;
  }
  if (left < j) quicksort<<<1, 1>>>(data, left, j, depth + 1);
  if (i < right) quicksort<<<1, 1>>>(data, i, right, depth + 1);
}

int main() {
  constexpr int kCount = 1000;
  static int h_data[kCount];
  for (int i = 0; i < kCount; ++i) h_data[i] = static_cast<int>((i * 7919ll) % 1009);
  int* d_data;
  cudaMalloc(&d_data, sizeof h_data);
  cudaMemcpy(d_data, h_data, sizeof h_data, cudaMemcpyHostToDevice);
  quicksort<<<1, 1>>>(d_data, 0, kCount - 1, 0);
  cudaDeviceSynchronize();
  cudaMemcpy(h_data, d_data, sizeof h_data, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 1; i < kCount; ++i) wrong += h_data[i - 1] > h_data[i];
  std::printf("%d out of order, %d ... %d\n", wrong, h_data[0], h_data[kCount - 1]);
  cudaFree(d_data);
  std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  return 0;
}
