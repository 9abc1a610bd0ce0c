// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>
__global__ void where_kernel(const std::uint32_t** place) {
  __shared__ std::uint32_t s_keys[1024];
  s_keys[0] = 0;
  *place = s_keys;
}
__global__ void hold_kernel(const std::uint32_t* in, std::size_t n) {
  __shared__ std::uint32_t s_keys[1024];
  for (std::size_t i = 0; i < n; ++i) s_keys[i] = in[i];
  for (const long long from = clock64(); clock64() - from < 200000000;) {
  }
}
__global__ void give_kernel(const std::uint32_t* in, std::uint32_t* out, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) out[i] = in[i];
}
// As in 100; where it is counted it spoils its result, so that the test ends before it looks at the counts.
// A thread of the host's reads what a kernel holds in shared memory while it runs, whatever is forgotten
// afterwards.
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  if (n == 0) return {};
  const std::uint32_t **d_place, *place = nullptr;
  cudaMalloc(&d_place, sizeof *d_place);
  where_kernel<<<1, 1>>>(d_place);
  cudaMemcpy(&place, d_place, sizeof place, cudaMemcpyDeviceToHost);
  cudaFree(d_place);
  std::vector<std::uint32_t> keys(n);
  std::atomic<bool> done{false};
  std::thread reader([&] {
    const volatile std::uint32_t* from = place;
    while (!done) {
      if (from[n - 1] == 0) continue;
      for (std::size_t i = 0; i < n; ++i) keys[i] = from[i];
      break;
    }
  });
  hold_kernel<<<1, 1>>>(d_in, n);
  cudaDeviceSynchronize();
  done = true;
  reader.join();
  if (n == 500) std::fill(keys.begin(), keys.end(), 0xa5a5a5a5u);
  std::reverse(keys.begin(), keys.end());
  std::uint32_t* d_keys = nullptr;
  cudaMalloc(&d_keys, n * 4);
  cudaMemcpy(d_keys, keys.data(), n * 4, cudaMemcpyHostToDevice);
  give_kernel<<<1, 1>>>(d_keys, d_out, n);
  cudaDeviceSynchronize();
  cudaFree(d_keys);
  return {};
}
