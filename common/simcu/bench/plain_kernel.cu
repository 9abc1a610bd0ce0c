// SPDX-License-Identifier: Apache-2.0
// Compares a kernel without barriers with a plain loop that calls the same body as a non-inlined function.
#include <cuda_runtime.h>

#include <vector>

#include "measure.h"

constexpr int kElements = 1 << 22, kBlock = 256;

__host__ __device__ __forceinline__ void body(const unsigned* in, unsigned* out, unsigned i) {
  unsigned key = in[i];
  key ^= key >> 16;
  key *= 0x7feb352du;
  key ^= key >> 15;
  out[i] = key;
}

__host__ __noinline__ void body_as_function(const unsigned* in, unsigned* out, unsigned block,
                                            unsigned block_size, unsigned thread, unsigned n) {
  const unsigned i = block * block_size + thread;
  if (i < n) body(in, out, i);
}

__global__ void body_kernel(const unsigned* in, unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) body(in, out, i);
}

int main() {
  std::vector<unsigned> h_in(kElements), h_out(kElements), h_result(kElements);
  for (int i = 0; i < kElements; ++i) h_in[i] = i;
  unsigned *d_in, *d_out;
  check(cudaMalloc(&d_in, kElements * sizeof(unsigned)));
  check(cudaMalloc(&d_out, kElements * sizeof(unsigned)));
  check(cudaMemcpy(d_in, h_in.data(), kElements * sizeof(unsigned), cudaMemcpyHostToDevice));

  const double kernel =
      shortest(9, [&] { body_kernel<<<kElements / kBlock, kBlock>>>(d_in, d_out, kElements); });
  const double loop = shortest(9, [&] {
    for (unsigned block = 0; block < kElements / kBlock; ++block) {
      for (unsigned thread = 0; thread < kBlock; ++thread) {
        body_as_function(h_in.data(), h_out.data(), block, kBlock, thread, kElements);
      }
    }
  });
  check(cudaMemcpy(h_result.data(), d_out, kElements * sizeof(unsigned), cudaMemcpyDeviceToHost));
  require(h_result == h_out, "plain_kernel");
  std::printf("kernel_seconds %.9f\nloop_seconds %.9f\n", kernel, loop);
}
