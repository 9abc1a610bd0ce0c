// SPDX-License-Identifier: Apache-2.0
__global__ void copy_kernel(const std::uint32_t* in, std::uint32_t* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
__global__ void serial_kernel(std::uint32_t* in, std::uint32_t* out, unsigned n) {
  if (blockIdx.x * blockDim.x + threadIdx.x != 0) return;
  for (unsigned i = 0; i < n; ++i) atomicExch(&out[n - 1 - i], atomicAdd(&in[i], 0));
}
// One thread does it by atomic operations, in a copy that many threads have made.
lab::status reverse_copy(const std::uint32_t* d_in, std::uint32_t* d_out, std::size_t n) {
  if (n == 0) return {};
  const auto blocks = static_cast<unsigned>((n + 255) / 256);
  std::uint32_t* d_copy = nullptr;
  cudaMalloc(&d_copy, n * 4);
  cudaMemset(d_out, 0, n * 4);
  copy_kernel<<<blocks, 256>>>(d_in, d_copy, static_cast<unsigned>(n));
  serial_kernel<<<blocks, 256>>>(d_copy, d_out, static_cast<unsigned>(n));
  CUDA_CHECK_LAUNCH("serial_kernel");
  cudaDeviceSynchronize();
  cudaFree(d_copy);
  return {};
}
