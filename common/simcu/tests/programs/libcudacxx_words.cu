// SPDX-License-Identifier: Apache-2.0
// What today's programming guide takes from libcu++: cuda::ceil_div for the grid, spans in place of pointer
// and length, the functions on bits, and the operators of atomic_ref.
#include <cstdio>
#include <cuda/atomic>
#include <cuda/cmath>
#include <cuda/std/bit>
#include <cuda/std/cassert>
#include <cuda/std/climits>
#include <cuda/std/span>
#include <cuda/std/variant>
#include <vector>

using words = cuda::std::span<const unsigned>;

__device__ unsigned sum_of(words w) {
  unsigned sum = 0;
  for (const unsigned x : w) sum += x;
  return sum;
}

__global__ void counts_kernel(words in, cuda::std::span<int> out) {
  const auto i = static_cast<cuda::std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= out.size()) return;
  out[i] = cuda::std::popcount(in[i]) * 100 + cuda::std::countl_zero(in[i]);
  assert(in.first(i).size() == i && CHAR_BIT == 8);
}

__global__ void parts_kernel(words in, unsigned* out) {
  out[0] = sum_of(in.first(3)) + 10 * sum_of(in.last(2)) + 100 * sum_of(in.subspan(1, 2));
  out[1] = in.front() + in.back() + (in.empty() ? 1 : 0) + static_cast<unsigned>(in.size_bytes());
  unsigned local[4] = {1, 2, 3, 4};
  const cuda::std::span all(local);
  static_assert(decltype(all)::extent == 4, "");
  all[3] = 40;
  out[2] = sum_of(all.first<4>());
}

__global__ void bits_kernel(unsigned* out) {
  out[0] = cuda::std::bit_ceil(17u) + cuda::std::bit_floor(17u) + cuda::std::has_single_bit(64u);
  out[1] = cuda::std::rotl(0x80000001u, 4);
  out[2] = cuda::std::rotr(0x80000001u, 4);
  out[3] = cuda::std::bit_cast<unsigned>(1.0f);
  out[4] = static_cast<unsigned>(cuda::std::countr_zero(static_cast<unsigned short>(0)) +
                                 cuda::std::countl_one(0xf0000000u) + cuda::std::countr_one(7ull));
  out[5] = cuda::std::endian::native == cuda::std::endian::little;
}

__global__ void flags_kernel(unsigned* flags) {
  const cuda::atomic_ref<unsigned, cuda::thread_scope_device> seen(flags[0]);
  seen |= 1u << (threadIdx.x % 32);
  const cuda::atomic_ref<unsigned, cuda::thread_scope_device> odd(flags[1]);
  odd ^= 1u << (threadIdx.x % 7);
  const cuda::atomic_ref<unsigned, cuda::thread_scope_device> kept(flags[2]);
  kept &= ~(1u << (threadIdx.x % 16));
}

__global__ void variant_kernel(int* out) {
  const cuda::std::variant<int, float> v = 2.5f;
  out[0] = cuda::std::holds_alternative<float>(v) ? static_cast<int>(*cuda::std::get_if<float>(&v) * 4) : 0;
}

int main() {
  const int n = 300, block = 128;
  unsigned *in, *out;
  int* counts;
  cudaMallocManaged(&in, n * sizeof(unsigned));
  cudaMallocManaged(&out, 16 * sizeof(unsigned));
  cudaMallocManaged(&counts, n * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = static_cast<unsigned>(i) * 7;
  out[9] = out[10] = 0, out[11] = 0xfffffu;

  counts_kernel<<<cuda::ceil_div(n, block), block>>>(words(in, n), cuda::std::span<int>(counts, n));
  parts_kernel<<<1, 1>>>(words(in, 5), out);
  bits_kernel<<<1, 1>>>(out + 3);
  flags_kernel<<<1, 35>>>(out + 9);
  variant_kernel<<<1, 1>>>(reinterpret_cast<int*>(out + 12));
  cudaDeviceSynchronize();
  std::printf("%d %d %d\n", counts[0], counts[1], counts[n - 1]);
  for (int i = 0; i < 13; ++i) std::printf("%x ", out[i]);
  std::printf("\n%d %d %d %u\n", cuda::ceil_div(7, 2), cuda::round_up(7, 4), cuda::round_down(7, 4),
              cuda::ceil_div(0u, 5u));
  std::printf("%g\n", cuda::std::sqrt(2.25));
  const std::vector<unsigned> host = {5, 6, 7};
  const words from_vector = host;
  std::printf("%zu %u %d %d\n", from_vector.size(), from_vector[2], cuda::ilog2(1000), cuda::ilog10(1000));
  cudaFree(in);
  cudaFree(out);
  cudaFree(counts);
  return 0;
}
