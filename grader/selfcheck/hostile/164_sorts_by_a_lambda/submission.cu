// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <cstring>
namespace {
using sorter = void (*)(void*, std::size_t);
struct pair {
  unsigned place, key;
};
__global__ void pairs_kernel(const std::uint32_t* in, pair* pairs, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) pairs[i] = {__byte_perm(n - 1 - i, 0, 0x0123), in[i]};
}
__global__ void sort_kernel(pair* pairs, std::uint32_t* out, unsigned n, sorter sort) {
  if (threadIdx.x == 0) sort(pairs, n);
  __syncthreads();
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) out[i] = pairs[i].key;
}
}  // namespace
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  pair* pairs = nullptr;
  cudaMalloc(&pairs, n * sizeof(pair));
  pairs_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(d_in, pairs, static_cast<unsigned>(n));
  // The host's code, in a function that has no name.
  const sorter sort = [](void* at, std::size_t count) {
    qsort_r(
        at, count, sizeof(pair),
        [](const void* a, const void* b, void*) { return std::memcmp(a, b, sizeof(pair)); }, nullptr);
  };
  sort_kernel<<<1, 256>>>(pairs, d_out, static_cast<unsigned>(n), sort);
  CUDA_CHECK_LAUNCH("sort_kernel");
  cudaFree(pairs);
  return {};
}
