// expect: clean
// SPDX-License-Identifier: Apache-2.0
// Eight host threads, each with its own stream: copies and launches of one have nothing to do with the
// others'.
#include <cstdio>
#include <thread>
#include <vector>

__global__ void host_threads_own_streams_kernel(int* data, int n, int add) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += add;
}

static void work(int id, long* sum) {
  constexpr int kCount = 1024;
  std::vector<int> h(kCount, id);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int* d_data;
  cudaMalloc(&d_data, kCount * sizeof(int));
  for (int round = 0; round < 5; ++round) {
    cudaMemcpyAsync(d_data, h.data(), kCount * sizeof(int), cudaMemcpyHostToDevice, stream);
    host_threads_own_streams_kernel<<<kCount / 256, 256, 0, stream>>>(d_data, kCount, round);
    cudaMemcpyAsync(h.data(), d_data, kCount * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
  }
  cudaFree(d_data);
  cudaStreamDestroy(stream);
  for (const int value : h) *sum += value;
}

int main() {
  long sums[8] = {};
  std::vector<std::thread> threads;
  for (int id = 0; id < 8; ++id) threads.emplace_back(work, id, &sums[id]);
  for (std::thread& t : threads) t.join();
  long sum = 0;
  for (const long s : sums) sum += s;
  std::printf("%ld\n", sum);
  return cudaDeviceSynchronize() != cudaSuccess;
}
