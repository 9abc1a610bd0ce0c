// SPDX-License-Identifier: Apache-2.0
// cub::DeviceRadixSort, by bits [begin_bit, end_bit) of the keys, and cub::DeviceMergeSort. Both are stable.
#pragma once
#include "simcu/cub/block_radix_sort.h"
#include "simcu/cub/device.h"
#include "simcu/thrust/merge_sort.h"

namespace cub {
namespace details {

template <class Key>
struct bits_before {
  int begin_bit, end_bit;
  bool descending;
  bool operator()(const Key& a, const Key& b) const {
    return descending ? part(b) < part(a) : part(a) < part(b);
  }
  unsigned long long part(const Key& key) const {
    const auto bits = static_cast<unsigned long long>(key_bits<Key>::of(key));
    return (end_bit >= 64 ? bits : bits & ((1ull << end_bit) - 1)) >> begin_bit;
  }
};

template <class From, class To, class N>
void copy_in_kernel(From from, To to, N n) {
  for (N i = 0; i < n; ++i) to[i] = from[i];
}

// Values move with their keys unless they are a null pointer to NullType.
template <class Value>
constexpr bool kHasValues = !std::is_same_v<Value, NullType>;

template <class Keys, class Values, class Key, class Value, class N, class Less>
void sort_in_kernel(Keys keys, Values values, Key* other_keys, Value* other_values, N n, Less less) {
  if constexpr (kHasValues<Value>)
    thrust::details::merge_sort(keys, values, other_keys, other_values, static_cast<std::ptrdiff_t>(n), less);
  else
    thrust::details::merge_sort(keys, nullptr, other_keys, other_values, static_cast<std::ptrdiff_t>(n),
                                less);
}

template <class In, class Out, class N>
void require_apart(const char* name, In in, Out out, N n, location where) {
  if (static_cast<const void*>(in) < static_cast<const void*>(out + n) &&
      static_cast<const void*>(out) < static_cast<const void*>(in + n))
    fail_call(name, "its input and its output overlap: pass two arrays, or a DoubleBuffer", where);
}

// The storage holds the merge sort's second array. kInPlace means that input and output are the same array.
template <bool kInPlace, class KeysIn, class KeysOut, class ValuesIn, class ValuesOut, class N, class Less>
cudaError_t device_sort(const char* name, void* storage, std::size_t& bytes, KeysIn in, KeysOut out,
                        ValuesIn values_in, ValuesOut values_out, N n, Less less, cudaStream_t stream,
                        location where) {
  using key = value_of<KeysOut>;
  using value = value_of<ValuesOut>;
  const std::size_t keys_bytes = aligned(static_cast<std::size_t>(n) * sizeof(key));
  const std::size_t needed =
      keys_bytes + (kHasValues<value> ? static_cast<std::size_t>(n) * sizeof(value) : 0);
  return device_call(
      name, storage, bytes, needed, stream, where,
      [in = there(in), out = there(out), values_in = there(values_in), values_out = there(values_out), n,
       less, keys_bytes, name, where](unsigned char* other) mutable {
        if constexpr (!kInPlace) {
          require_apart(name, in, out, n, where);
          if constexpr (kHasValues<value>) require_apart(name, values_in, values_out, n, where);
        }
        copy_in_kernel(in, out, n);
        if constexpr (kHasValues<value>) copy_in_kernel(values_in, values_out, n);
        sort_in_kernel(out, values_out, reinterpret_cast<key*>(other),
                       reinterpret_cast<value*>(other + keys_bytes), n, less);
      });
}

// The result is always in the alternate buffers, and the selector says so. The current buffers' content is
// then unspecified, as in CUB.
template <class Key, class Value, class N>
cudaError_t device_sort(const char* name, void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys,
                        DoubleBuffer<Value>& values, N n, bits_before<Key> less, cudaStream_t stream,
                        location where) {
  const cudaError_t error =
      device_call(name, storage, bytes, 0, stream, where,
                  [key = keys.Current(), to = keys.Alternate(), value = values.Current(),
                   value_to = values.Alternate(), n, less](unsigned char*) mutable {
                    copy_in_kernel(key, to, n);
                    if constexpr (kHasValues<Value>) copy_in_kernel(value, value_to, n);
                    sort_in_kernel(to, value_to, key, value, n, less);
                  });
  if (storage == nullptr || error != cudaSuccess) return error;
  keys.selector ^= 1;
  values.selector ^= 1;
  return error;
}

}  // namespace details

struct DeviceRadixSort {
#define SIMCU_CUB_RADIX_SORT(Keys, Pairs, descending)                                                        \
  template <class Key, class N>                                                                              \
  static cudaError_t Keys(void* storage, std::size_t& bytes, const Key* in, Key* out, N n,                   \
                          int begin_bit = 0, int end_bit = sizeof(Key) * 8, cudaStream_t stream = nullptr,   \
                          location where = SIMCU_HERE) {                                                     \
    NullType* const none = nullptr;                                                                          \
    return details::device_sort<false>("cub::DeviceRadixSort::" #Keys, storage, bytes, in, out, none, none,  \
                                       n, details::bits_before<Key>{begin_bit, end_bit, descending}, stream, \
                                       where);                                                               \
  }                                                                                                          \
  template <class Key, class N>                                                                              \
  static cudaError_t Keys(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys, N n,                   \
                          int begin_bit = 0, int end_bit = sizeof(Key) * 8, cudaStream_t stream = nullptr,   \
                          location where = SIMCU_HERE) {                                                     \
    DoubleBuffer<NullType> none;                                                                             \
    return details::device_sort("cub::DeviceRadixSort::" #Keys, storage, bytes, keys, none, n,               \
                                details::bits_before<Key>{begin_bit, end_bit, descending}, stream, where);   \
  }                                                                                                          \
  template <class Key, class Value, class N>                                                                 \
  static cudaError_t Pairs(void* storage, std::size_t& bytes, const Key* in, Key* out, const Value* values,  \
                           Value* values_out, N n, int begin_bit = 0, int end_bit = sizeof(Key) * 8,         \
                           cudaStream_t stream = nullptr, location where = SIMCU_HERE) {                     \
    return details::device_sort<false>(                                                                      \
        "cub::DeviceRadixSort::" #Pairs, storage, bytes, in, out, values, values_out, n,                     \
        details::bits_before<Key>{begin_bit, end_bit, descending}, stream, where);                           \
  }                                                                                                          \
  template <class Key, class Value, class N>                                                                 \
  static cudaError_t Pairs(void* storage, std::size_t& bytes, DoubleBuffer<Key>& keys,                       \
                           DoubleBuffer<Value>& values, N n, int begin_bit = 0,                              \
                           int end_bit = sizeof(Key) * 8, cudaStream_t stream = nullptr,                     \
                           location where = SIMCU_HERE) {                                                    \
    return details::device_sort("cub::DeviceRadixSort::" #Pairs, storage, bytes, keys, values, n,            \
                                details::bits_before<Key>{begin_bit, end_bit, descending}, stream, where);   \
  }
  SIMCU_CUB_RADIX_SORT(SortKeys, SortPairs, false)
  SIMCU_CUB_RADIX_SORT(SortKeysDescending, SortPairsDescending, true)
#undef SIMCU_CUB_RADIX_SORT
};

struct DeviceMergeSort {
#define SIMCU_CUB_MERGE_SORT(Keys, Pairs)                                                                  \
  template <class Key, class N, class Less>                                                                \
  static cudaError_t Keys(void* storage, std::size_t& bytes, Key keys, N n, Less less,                     \
                          cudaStream_t stream = nullptr, location where = SIMCU_HERE) {                    \
    NullType* const none = nullptr;                                                                        \
    return details::device_sort<true>("cub::DeviceMergeSort::" #Keys, storage, bytes, keys, keys, none,    \
                                      none, n, less, stream, where);                                       \
  }                                                                                                        \
  template <class Key, class Value, class N, class Less>                                                   \
  static cudaError_t Pairs(void* storage, std::size_t& bytes, Key keys, Value values, N n, Less less,      \
                           cudaStream_t stream = nullptr, location where = SIMCU_HERE) {                   \
    return details::device_sort<true>("cub::DeviceMergeSort::" #Pairs, storage, bytes, keys, keys, values, \
                                      values, n, less, stream, where);                                     \
  }
  SIMCU_CUB_MERGE_SORT(SortKeys, SortPairs)
  SIMCU_CUB_MERGE_SORT(StableSortKeys, StableSortPairs)
#undef SIMCU_CUB_MERGE_SORT
};

}  // namespace cub
