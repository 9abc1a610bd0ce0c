// SPDX-License-Identifier: Apache-2.0
// cub::DeviceSegmentedReduce, cub::DeviceSegmentedSort and cub::DeviceSegmentedRadixSort: an algorithm for
// each of many segments of an array, from begin[i] on and up to end[i].
#pragma once
#include <limits>

#include "simcu/cub/device_sort.h"

namespace cub {

struct DeviceSegmentedReduce {
  template <class In, class Out, class N, class Begin, class End, class Op, class T,
            class = details::if_count<N>>
  static cudaError_t Reduce(void* storage, std::size_t& bytes, In in, Out out, N segments, Begin begin,
                            End end, Op op, T initial, cudaStream_t stream = nullptr,
                            location where = SIMCU_HERE) {
    return of("cub::DeviceSegmentedReduce::Reduce", storage, bytes, in, out, segments, begin, end, op,
              initial, stream, where);
  }
  template <class In, class Out, class N, class Begin, class End, class = details::if_count<N>>
  static cudaError_t Sum(void* storage, std::size_t& bytes, In in, Out out, N segments, Begin begin, End end,
                         cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return of("cub::DeviceSegmentedReduce::Sum", storage, bytes, in, out, segments, begin, end, cub::Sum(),
              details::value_of<Out>{}, stream, where);
  }
  template <class In, class Out, class N, class Begin, class End, class = details::if_count<N>>
  static cudaError_t Min(void* storage, std::size_t& bytes, In in, Out out, N segments, Begin begin, End end,
                         cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return of("cub::DeviceSegmentedReduce::Min", storage, bytes, in, out, segments, begin, end, cub::Min(),
              std::numeric_limits<details::value_of<In>>::max(), stream, where);
  }
  template <class In, class Out, class N, class Begin, class End, class = details::if_count<N>>
  static cudaError_t Max(void* storage, std::size_t& bytes, In in, Out out, N segments, Begin begin, End end,
                         cudaStream_t stream = nullptr, location where = SIMCU_HERE) {
    return of("cub::DeviceSegmentedReduce::Max", storage, bytes, in, out, segments, begin, end, cub::Max(),
              std::numeric_limits<details::value_of<In>>::lowest(), stream, where);
  }

 private:
  template <class In, class Out, class N, class Begin, class End, class Op, class T>
  static cudaError_t of(const char* name, void* storage, std::size_t& bytes, In in, Out out, N segments,
                        Begin begin, End end, Op op, T initial, cudaStream_t stream, location where) {
    return details::device_call_of_tiles(
        name, storage, bytes, segments, stream, where,
        [in = details::there(in), out = details::there(out), begin = details::there(begin),
         end = details::there(end), segments, op, initial]() mutable {
          for (N s = 0; s < segments; ++s) {
            details::result_of<Op, T, details::value_of<In>> sum = initial;
            const auto last = end[s];
            for (auto i = begin[s]; i < last; ++i) sum = op(sum, in[i]);
            out[s] = sum;
          }
        });
  }
};

namespace details {
// The storage holds the other half of the merge sorts. Elements in no segment stay unchanged.
template <class Key, class Value, class N, class Count, class Begin, class End, class Less>
cudaError_t segmented_sort(const char* name, void* storage, std::size_t& bytes, const Key* in, Key* out,
                           const Value* values, Value* values_out, N n, Count segments, Begin begin, End end,
                           Less less, cudaStream_t stream, location where) {
  const std::size_t keys_bytes = aligned(static_cast<std::size_t>(n) * sizeof(Key));
  const std::size_t needed =
      keys_bytes + (kHasValues<Value> ? static_cast<std::size_t>(n) * sizeof(Value) : 0);
  return device_call(name, storage, bytes, needed, stream, where,
                     [in, out, values, values_out, segments, begin = there(begin), end = there(end), less,
                      keys_bytes](unsigned char* other) mutable {
                       for (Count s = 0; s < segments; ++s) {
                         const auto first = begin[s];
                         const auto count = end[s] - first;
                         if (count <= 0) continue;
                         copy_in_kernel(in + first, out + first, count);
                         Value* with = nullptr;
                         if constexpr (kHasValues<Value>) {
                           copy_in_kernel(values + first, values_out + first, count);
                           with = values_out + first;
                         }
                         sort_in_kernel(out + first, with, reinterpret_cast<Key*>(other),
                                        reinterpret_cast<Value*>(other + keys_bytes), count, less);
                       }
                     });
}
}  // namespace details

struct DeviceSegmentedSort {
#define SIMCU_CUB_SEGMENTED_SORT(Keys, Pairs, descending)                                                   \
  template <class Key, class N, class Count, class Begin, class End>                                        \
  static cudaError_t Keys(void* storage, std::size_t& bytes, const Key* in, Key* out, N n, Count segments,  \
                          Begin begin, End end, cudaStream_t stream = nullptr,                              \
                          location where = SIMCU_HERE) {                                                    \
    NullType* const none = nullptr;                                                                         \
    return details::segmented_sort(                                                                         \
        "cub::DeviceSegmentedSort::" #Keys, storage, bytes, in, out, none, none, n, segments, begin, end,   \
        details::bits_before<Key>{0, sizeof(Key) * 8, descending}, stream, where);                          \
  }                                                                                                         \
  template <class Key, class Value, class N, class Count, class Begin, class End>                           \
  static cudaError_t Pairs(void* storage, std::size_t& bytes, const Key* in, Key* out, const Value* values, \
                           Value* values_out, N n, Count segments, Begin begin, End end,                    \
                           cudaStream_t stream = nullptr, location where = SIMCU_HERE) {                    \
    return details::segmented_sort(                                                                         \
        "cub::DeviceSegmentedSort::" #Pairs, storage, bytes, in, out, values, values_out, n, segments,      \
        begin, end, details::bits_before<Key>{0, sizeof(Key) * 8, descending}, stream, where);              \
  }
  SIMCU_CUB_SEGMENTED_SORT(SortKeys, SortPairs, false)
  SIMCU_CUB_SEGMENTED_SORT(SortKeysDescending, SortPairsDescending, true)
  SIMCU_CUB_SEGMENTED_SORT(StableSortKeys, StableSortPairs, false)
  SIMCU_CUB_SEGMENTED_SORT(StableSortKeysDescending, StableSortPairsDescending, true)
#undef SIMCU_CUB_SEGMENTED_SORT
};

struct DeviceSegmentedRadixSort {
#define SIMCU_CUB_SEGMENTED_RADIX(Keys, Pairs, descending)                                                  \
  template <class Key, class N, class Count, class Begin, class End>                                        \
  static cudaError_t Keys(void* storage, std::size_t& bytes, const Key* in, Key* out, N n, Count segments,  \
                          Begin begin, End end, int begin_bit = 0, int end_bit = sizeof(Key) * 8,           \
                          cudaStream_t stream = nullptr, location where = SIMCU_HERE) {                     \
    NullType* const none = nullptr;                                                                         \
    return details::segmented_sort(                                                                         \
        "cub::DeviceSegmentedRadixSort::" #Keys, storage, bytes, in, out, none, none, n, segments, begin,   \
        end, details::bits_before<Key>{begin_bit, end_bit, descending}, stream, where);                     \
  }                                                                                                         \
  template <class Key, class Value, class N, class Count, class Begin, class End>                           \
  static cudaError_t Pairs(void* storage, std::size_t& bytes, const Key* in, Key* out, const Value* values, \
                           Value* values_out, N n, Count segments, Begin begin, End end, int begin_bit = 0, \
                           int end_bit = sizeof(Key) * 8, cudaStream_t stream = nullptr,                    \
                           location where = SIMCU_HERE) {                                                   \
    return details::segmented_sort(                                                                         \
        "cub::DeviceSegmentedRadixSort::" #Pairs, storage, bytes, in, out, values, values_out, n, segments, \
        begin, end, details::bits_before<Key>{begin_bit, end_bit, descending}, stream, where);              \
  }
  SIMCU_CUB_SEGMENTED_RADIX(SortKeys, SortPairs, false)
  SIMCU_CUB_SEGMENTED_RADIX(SortKeysDescending, SortPairsDescending, true)
#undef SIMCU_CUB_SEGMENTED_RADIX
};

}  // namespace cub
