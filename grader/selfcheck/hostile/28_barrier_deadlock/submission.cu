// SPDX-License-Identifier: Apache-2.0
__global__ void divided() {
  if (threadIdx.x == 0)
    __syncthreads();
  else
    for (;;) __syncthreads();
}
lab::status reverse_copy(const std::uint32_t*, std::uint32_t*, std::size_t) {
  divided<<<1, 64>>>();
  CUDA_CHECK(cudaDeviceSynchronize());
  return {};
}
