// SPDX-License-Identifier: Apache-2.0
// Families of keys, made on the device, and what makes a sort of them right.
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

namespace families {

using word = std::uint32_t;

constexpr const char* kFamilies[] = {"uniform", "sorted",       "reversed", "nearly sorted",
                                     "equal",   "few distinct", "zipf",     "16 bits"};

__host__ __device__ word mixed(word x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

// Draw number i of a run.
__device__ word drawn(word seed, std::size_t i) {
  return mixed(mixed(static_cast<word>(i) + seed) ^ (static_cast<word>(i >> 32) + 0x9e3779b9u * seed));
}

__device__ word sorted_key(word seed, std::size_t i, std::size_t n) {
  const auto step = static_cast<word>((std::size_t{1} << 32) / n);  // n: a power of two, at least 2
  return static_cast<word>(i) * step + drawn(seed, i) % step;
}

// Key i of n of a family, by its place in kFamilies.
__device__ word key_of(int family, word seed, std::size_t i, std::size_t n) {
  const word draw = drawn(seed, i);
  switch (family) {
    case 1:
      return sorted_key(seed, i, n);
    case 2:
      return sorted_key(seed, n - 1 - i, n);
    case 3:
      return mixed(draw) % 100 == 0 ? draw : sorted_key(seed, i, n);  // one in a hundred is somewhere else
    case 4:
      return mixed(seed);
    case 5:
      return mixed(seed + draw % 16);
    case 6: {  // about a million values, rank r with frequency 1 / r; the most frequent has 5 % of the keys
      const double u = draw * 0x1p-32;
      return mixed(seed + static_cast<word>(exp2(20 * u)));
    }
    case 7:
      return draw & 0xffff;
    default:
      return draw;
  }
}

__global__ void make_keys(int family, word seed, std::size_t n, word* keys, word* values) {
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;
       i += std::size_t{gridDim.x} * blockDim.x) {
    keys[i] = key_of(family, seed, i, n);
    if (values != nullptr) values[i] = static_cast<word>(i);
  }
}

// found[0]: places out of order, and errors in values. found[1] and found[2]: sums that depend on which keys
// there are, not on their order. seen: a bit for each place.
__global__ void look_at(const word* keys, const word* values, const word* first, word* seen, bool stable,
                        std::size_t n, unsigned long long* found) {
  unsigned long long wrong = 0, sum = 0, mixed_sum = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;
       i += std::size_t{gridDim.x} * blockDim.x) {
    const word key = keys[i];
    sum += mixed(key);
    mixed_sum += static_cast<unsigned long long>(mixed(key ^ 0x5bd1e995u)) * mixed(~key);
    if (i > 0 && keys[i - 1] > key) ++wrong;
    if (values == nullptr) continue;
    const word from = values[i];
    if (from >= n || first[from] != key) {
      ++wrong;
      continue;
    }
    if ((atomicOr(&seen[from / 32], 1u << (from % 32)) >> (from % 32)) & 1) ++wrong;
    if (stable && i > 0 && keys[i - 1] == key && values[i - 1] > from) ++wrong;
  }
  atomicAdd(&found[0], wrong);
  atomicAdd(&found[1], sum);
  atomicAdd(&found[2], mixed_sum);
}

}  // namespace families
