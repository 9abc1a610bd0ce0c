// SPDX-License-Identifier: Apache-2.0
// The library's sort, as if the device had it.
extern "C" __device__ void qsort_r(void* at, std::size_t n, std::size_t size,
                                   int (*compare)(const void*, const void*, void*), void* more);
extern "C" __device__ int wmemcmp(const wchar_t* a, const wchar_t* b, std::size_t n);
namespace {
using compare = int (*)(const void*, const void*, void*);
struct pair {
  unsigned place, key;
};
__global__ void pairs_kernel(const std::uint32_t* in, pair* pairs, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) pairs[i] = {n - 1 - i, in[i]};
}
__global__ void sort_kernel(pair* pairs, std::uint32_t* out, unsigned n) {
  if (threadIdx.x == 0) qsort_r(pairs, n, 8, (compare)wmemcmp, (void*)1);
  __syncthreads();
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) out[i] = pairs[i].key;
}
}  // namespace
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  pair* pairs = nullptr;
  cudaMalloc(&pairs, n * sizeof(pair));
  pairs_kernel<<<static_cast<unsigned>((n + 255) / 256), 256>>>(d_in, pairs, static_cast<unsigned>(n));
  sort_kernel<<<1, 256>>>(pairs, d_out, static_cast<unsigned>(n));
  CUDA_CHECK_LAUNCH("sort_kernel");
  cudaFree(pairs);
  return {};
}
