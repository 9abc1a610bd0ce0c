// SPDX-License-Identifier: Apache-2.0
// Radix sort one bit at a time: an exclusive scan of bits in each pass.
#include <algorithm>

#include "helper.h"

__global__ void take_bits(const unsigned* keys, unsigned* bits, unsigned n, unsigned iter) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) bits[i] = (keys[i] >> iter) & 1;
}
__global__ void exclusive_scan(unsigned* bits, unsigned n) {
  extern __shared__ unsigned s[];
  unsigned carry = 0;
  for (unsigned base = 0; base < n; base += blockDim.x) {
    unsigned i = base + threadIdx.x, own = i < n ? bits[i] : 0;
    s[threadIdx.x] = own;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d <<= 1) {
      unsigned left = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
      __syncthreads();
      s[threadIdx.x] += left;
      __syncthreads();
    }
    if (i < n) bits[i] = carry + s[threadIdx.x] - own;
    carry += s[blockDim.x - 1];
    __syncthreads();
  }
  if (threadIdx.x == 0) bits[n] = carry;
}
__global__ void scatter(const unsigned* in, unsigned* out, const unsigned* bits, unsigned n, unsigned iter) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned key = in[i], before = bits[i];
  out[(key >> iter & 1) ? n - bits[n] + before : i - before] = key;
}
int main() {
  const unsigned n = 777;
  std::vector<unsigned> keys(n);
  unsigned s = 5;
  for (unsigned& k : keys) k = nextRandom(s) & 0xfff;
  DeviceArray<unsigned> a(keys), b(n), bits(n + 1);
  unsigned *in = a.data, *out = b.data;
  for (unsigned iter = 0; iter < 12; ++iter) {
    take_bits<<<divUp(n, 128), 128>>>(in, bits.data, n, iter);
    exclusive_scan<<<1, 256, 256 * sizeof(unsigned)>>>(bits.data, n);
    scatter<<<divUp(n, 128), 128>>>(in, out, bits.data, n, iter);
    std::swap(in, out);
  }
  std::sort(keys.begin(), keys.end());
  return a.get() == keys ? EXIT_SUCCESS : EXIT_FAILURE;
}
