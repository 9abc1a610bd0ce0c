// SPDX-License-Identifier: Apache-2.0
// Families of keys, and checks of sorted results, on the device.
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

namespace families {

using word = std::uint32_t;

constexpr const char* kFamilies[] = {"uniform",      "sorted", "reversed", "nearly sorted", "equal",
                                     "few distinct", "zipf",   "16 bits",  "0 to 1"};

__host__ __device__ inline word mixed(word x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

__device__ inline word drawn(word seed, std::size_t i) {
  return mixed(mixed(static_cast<word>(i) + seed) ^ (static_cast<word>(i >> 32) + 0x9e3779b9u * seed));
}

__device__ inline word sorted_key(word seed, std::size_t i, std::size_t n) {
  const auto step = static_cast<word>((std::size_t{1} << 32) / n);  // n is a power of two, at least 2
  return static_cast<word>(i) * step + drawn(seed, i) % step;
}

// `family` is the family's place in kFamilies.
__device__ inline word key_of(int family, word seed, std::size_t i, std::size_t n) {
  const word draw = drawn(seed, i);
  switch (family) {
    case 1:
      return sorted_key(seed, i, n);
    case 2:
      return sorted_key(seed, n - 1 - i, n);
    case 3:
      return mixed(draw) % 100 == 0 ? draw : sorted_key(seed, i, n);  // one key in a hundred is out of place
    case 4:
      return mixed(seed);
    case 5:
      return mixed(seed + draw % 16);
    case 6: {  // about a million values; rank r has frequency 1 / r
      const double u = draw * 0x1p-32;
      return mixed(seed + static_cast<word>(exp2(20 * u)));
    }
    case 7:
      return draw & 0xffff;
    case 8:
      return __float_as_uint(static_cast<float>(draw >> 8) * 0x1p-24f);
    default:
      return draw;
  }
}
// In most families, a 64-bit key's upper half is a 32-bit key of the family. Its lower half is random or
// depends on the upper half.
__device__ inline void make(int family, word seed, std::size_t i, std::size_t n, word& bits) {
  bits = key_of(family, seed, i, n);
}
__device__ inline void make(int family, word seed, std::size_t i, std::size_t n, std::uint64_t& bits) {
  const word upper = key_of(family, seed, i, n), draw = drawn(seed + 1, i);
  if (family == 7)
    bits = upper;
  else if (family == 8)
    bits = static_cast<std::uint64_t>(
        __double_as_longlong((drawn(seed, i) * 0x1p32 + static_cast<double>(draw)) * 0x1p-64));
  else
    bits = std::uint64_t{upper} << 32 | (family < 4 ? draw : mixed(~upper));
}

template <class Bits, class Value>
__global__ void make_keys(int family, word seed, std::size_t n, Bits* keys, Value* values) {
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;
       i += std::size_t{gridDim.x} * blockDim.x) {
    make(family, seed, i, n, keys[i]);
    if (values != nullptr) values[i] = static_cast<Value>(i);
  }
}

// Sorts keys by an argsort's result.
template <class Key, class Number>
__global__ void gather(const Key* keys, const Number* order, std::size_t n, Key* out) {
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;
       i += std::size_t{gridDim.x} * blockDim.x)
    out[i] = order[i] < n ? keys[order[i]] : Key{};
}

// Checks a sort's result, and adds to `found`.
//   found[0]     places out of order, and wrong values
//   found[1, 2]  sums that depend on the keys, but not on their order
//   values       null if there are only keys
//   seen         one bit per place
//   code         keys are in order if code(bits) is
struct as_they_are {
  template <class Bits>
  __device__ Bits operator()(Bits bits) const {
    return bits;
  }
};
template <class Bits, class Value, class Code = as_they_are>
__global__ void look_at(const Bits* keys, const Value* values, const Bits* first, word* seen, bool stable,
                        std::size_t n, unsigned long long* found, Code code = {}) {
  unsigned long long wrong = 0, sum = 0, mixed_sum = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;
       i += std::size_t{gridDim.x} * blockDim.x) {
    const Bits key = keys[i];
    const word folded = static_cast<word>(key) ^ mixed(static_cast<word>(std::uint64_t{key} >> 32));
    sum += mixed(folded);
    mixed_sum += static_cast<unsigned long long>(mixed(folded ^ 0x5bd1e995u)) * mixed(~folded);
    if (i > 0 && code(keys[i - 1]) > code(key)) ++wrong;
    if (values == nullptr) continue;
    const Value from = values[i];
    if (from >= n || first[from] != key) {
      ++wrong;
      continue;
    }
    if ((atomicOr(&seen[from / 32], 1u << (from % 32)) >> (from % 32)) & 1) ++wrong;
    if (stable && i > 0 && code(keys[i - 1]) == code(key) && values[i - 1] > from) ++wrong;
  }
  atomicAdd(&found[0], wrong);
  atomicAdd(&found[1], sum);
  atomicAdd(&found[2], mixed_sum);
}

}  // namespace families
