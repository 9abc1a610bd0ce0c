// SPDX-License-Identifier: Apache-2.0
namespace {
typedef std::uint32_t many __attribute__((vector_size(64), aligned(4), may_alias));
// One thread handles sixteen keys at a time.
__global__ void serial_kernel(const std::uint32_t* in, std::uint32_t* out, unsigned n) {
  if (threadIdx.x != 0 || blockIdx.x != 0) return;
  unsigned i = 0;
  for (; i + 16 <= n; i += 16)
    *reinterpret_cast<many*>(out + (n - 16 - i)) = __builtin_shufflevector(
        *reinterpret_cast<const many*>(in + i), *reinterpret_cast<const many*>(in + i), 15, 14, 13, 12, 11,
        10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  for (; i < n; ++i) out[n - 1 - i] = in[i];
}
__global__ void copy_kernel(const std::uint32_t* in, std::uint32_t* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
}  // namespace
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  const auto blocks = static_cast<unsigned>((n + 255) / 256);
  std::uint32_t* d_keys = nullptr;
  cudaMalloc(&d_keys, 4 * n);
  serial_kernel<<<blocks, 256>>>(d_in, d_keys, static_cast<unsigned>(n));
  copy_kernel<<<blocks, 256>>>(d_keys, d_out, static_cast<unsigned>(n));
  CUDA_CHECK_LAUNCH("copy_kernel");
  cudaFree(d_keys);
  return {};
}
