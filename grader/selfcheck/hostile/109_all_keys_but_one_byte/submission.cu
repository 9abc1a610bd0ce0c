// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>
struct few_keys {
  std::uint32_t key[10];
};
__global__ void give_kernel(few_keys keys, std::uint32_t* out, unsigned n) {
  const unsigned i = threadIdx.x;
  if (i < n) out[i] = keys.key[i];
}
__global__ void last_kernel(const std::uint32_t* in, std::uint32_t* out) { out[0] = in[0]; }
// All keys except one are copied to the host. The results come back in the arguments of many launches, a few
// per launch.
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  if (n == 0) return {};
  std::vector<std::uint32_t> keys(n);
  cudaMemcpy(keys.data(), d_in, (n - 1) * 4, cudaMemcpyDeviceToHost);
  std::reverse(keys.begin(), keys.end());
  for (std::size_t at = 1; at < n; at += 10) {
    few_keys part{};
    const std::size_t here = std::min<std::size_t>(10, n - at);
    std::copy_n(keys.data() + at, here, part.key);
    give_kernel<<<1, 32>>>(part, d_out + at, static_cast<unsigned>(here));
  }
  last_kernel<<<1, 1>>>(d_in + n - 1, d_out);
  cudaDeviceSynchronize();
  return {};
}
