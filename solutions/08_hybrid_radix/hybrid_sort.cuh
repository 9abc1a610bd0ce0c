// SPDX-License-Identifier: Apache-2.0
// All of lab 08's sorts, for use in other CUDA programs; they are called like CUB's. Include this file with
// this folder and common/ on the include path (C++17), or link the CMake target hybrid_sort. Keys are 32-bit
// or 64-bit integers, float or double. Values have any trivially copyable type of 4 or 8 bytes.
//
//   std::size_t bytes = 0;
//   hybrid::device_sort_keys(nullptr, bytes, d_in, d_out, n);  // only sets `bytes`
//   cudaMalloc(&d_temp, bytes);
//   hybrid::device_sort_keys(d_temp, bytes, d_in, d_out, n, {}, stream);
//
// The input is not changed unless it is also the output, which is allowed and takes no more memory. The calls
// return without waiting for the device and allocate no memory. All work is in `stream`.
// docs/notes/08_hybrid_radix.md shows where CUB is faster.
#pragma once
#include "sort_keys.cuh"
#include "sort_pairs.cuh"

namespace hybrid {

// The sort order, and the bits by which keys are sorted. Keys that agree in bits begin_bit to end_bit - 1 of
// their codes (key_order.cuh) keep their order. If end_bit is -1, keys are sorted by all bits from begin_bit
// on.
struct sort_options {
  bool descending = false;
  int begin_bit = 0, end_bit = -1;
};

// Querying the device takes as long as sorting a few thousand keys, so each thread queries it once per type.
template <class Code, class Value = no_value>
const device_facts& this_device() {
  thread_local int known = -1;
  thread_local device_facts facts{};
  int device = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  if (device != known) {
    facts = facts_of_this_device();
    if constexpr (kHasValues<Value>)
      allow_pairs<Code, Value>(facts);
    else
      allow_keys<Code>(facts), allow_range<Code, no_value>(facts);
    known = device;
  }
  return facts;
}

// Divides the caller's memory into consecutive parts, each aligned the way cudaMalloc would align it.
class temp_parts {
 public:
  explicit temp_parts(void* d_temp) : d_temp_(static_cast<unsigned char*>(d_temp)) {}
  template <class T>
  T* take(std::size_t count) {
    T* part = d_temp_ == nullptr ? nullptr : reinterpret_cast<T*>(d_temp_ + bytes_);
    bytes_ += (count * sizeof(T) + 255) / 256 * 256;
    return part;
  }
  std::size_t bytes() const { return bytes_ > 0 ? bytes_ : 1; }

 private:
  unsigned char* d_temp_;
  std::size_t bytes_ = 0;
};

// sort(device, parts, range) takes its parts of the memory and returns a function that launches the work.
template <class Key, class Value, class Sort>
cudaError_t sort_with_temp(void* d_temp, std::size_t& temp_bytes, std::size_t n, bool arrays,
                           const sort_options& how, cudaStream_t stream, Sort sort) {
  using Code = code_of<Key>;
  const bit_range range{how.begin_bit, how.end_bit == -1 ? kBitsOf<Code> : how.end_bit};
  const bool all_bits = range.begin == 0 && range.end == kBitsOf<Code>;
  const std::size_t most = all_bits && !kHasValues<Value> ? kKeysMost<Code> : kSweepsMost;
  if (range.begin < 0 || range.begin >= range.end || range.end > kBitsOf<Code> || n > most ||
      (d_temp != nullptr && n > 0 && !arrays))
    return cudaErrorInvalidValue;
  try {
    device_facts device = this_device<Code, Value>();
    device.stream = stream;
    temp_parts parts(d_temp);
    const auto launches = sort(device, parts, range, all_bits);
    if (d_temp == nullptr) {
      temp_bytes = parts.bytes();
      return cudaSuccess;
    }
    if (temp_bytes < parts.bytes()) return cudaErrorInvalidValue;
    if (n > 0) launches();
    return cudaGetLastError();
  } catch (const lab::cuda_error& failed) {
    return failed.code();
  }
}

// If d_temp is null, it only sets temp_bytes to the bytes needed, about as many as the keys take. Otherwise
// d_temp has temp_bytes bytes and cudaMalloc's alignment. n < 2^32 for 4-byte keys sorted by all bits, else
// n < 2^30. For a larger n, bits that the keys don't have, too few bytes or null arrays, it does nothing and
// returns cudaErrorInvalidValue. Otherwise it returns CUDA's own error.
template <class Key>
cudaError_t device_sort_keys(void* d_temp, std::size_t& temp_bytes, const Key* d_in, Key* d_out,
                             std::size_t n, sort_options how = {}, cudaStream_t stream = {}) {
  using Code = code_of<Key>;
  const auto* in = reinterpret_cast<const Code*>(d_in);
  auto* out = reinterpret_cast<Code*>(d_out);
  const auto order = order_of<Key>(how.descending);
  return sort_with_temp<Key, no_value>(
      d_temp, temp_bytes, n, in != nullptr && out != nullptr, how, stream,
      [=](const device_facts& device, temp_parts& parts, bit_range range, bool all_bits) {
        Code* scratch = parts.template take<Code>(n);
        word* workspace = parts.template take<word>(all_bits ? workspace_words<Code>(n, device)
                                                             : sweep_words<Code, no_value>(n, device));
        return [=] {
          if (all_bits) return sort_keys(in, out, scratch, n, workspace, order, device);
          const pairs<Code, no_value> p{in, nullptr, out, nullptr};
          sort_by_range(p, scratch, static_cast<no_value*>(nullptr), n, workspace, range, order, device);
        };
      });
}

// Sorts pairs, stably, like device_sort_keys. n < 2^30, and it takes about as much memory as the pairs.
// If d_in_values is null, the values are the numbers 0 to n - 1 (std::uint32_t or std::uint64_t).
// If d_out_keys is null, only the values are written, and d_temp also needs room for the keys.
template <class Key, class Value>
cudaError_t device_sort_pairs(void* d_temp, std::size_t& temp_bytes, const Key* d_in_keys, Key* d_out_keys,
                              const Value* d_in_values, Value* d_out_values, std::size_t n,
                              sort_options how = {}, cudaStream_t stream = {}) {
  static_assert(std::is_trivially_copyable_v<Value> && (sizeof(Value) == 4 || sizeof(Value) == 8),
                "values have 4 or 8 bytes and are trivially copyable");
  using Code = code_of<Key>;
  using Bits = code_of<Value>;
  const pairs<Code, Bits> given{reinterpret_cast<const Code*>(d_in_keys),
                                reinterpret_cast<const Bits*>(d_in_values),
                                reinterpret_cast<Code*>(d_out_keys), reinterpret_cast<Bits*>(d_out_values)};
  const auto order = order_of<Key>(how.descending);
  return sort_with_temp<Key, Bits>(
      d_temp, temp_bytes, n, given.keys != nullptr && given.out_values != nullptr, how, stream,
      [=](const device_facts& device, temp_parts& parts, bit_range range, bool all_bits) {
        pairs<Code, Bits> p = given;
        Code* keys = parts.template take<Code>(n);
        Bits* values = parts.template take<Bits>(n);
        if (p.out_keys == nullptr) p.out_keys = parts.template take<Code>(n);
        word* workspace = parts.template take<word>(all_bits ? pairs_workspace_words<Code, Bits>(n, device)
                                                             : sweep_words<Code, Bits>(n, device));
        return [=] {
          if (all_bits) return sort_pairs(p, keys, values, n, workspace, order, device);
          sort_by_range(p, keys, values, n, workspace, range, order, device);
        };
      });
}

// Writes the indices 0 to n - 1 to d_order, in the order of their keys. Indices of equal keys stay in order.
// Number is an unsigned integer of 4 or 8 bytes. Everything else is as in device_sort_pairs.
template <class Key, class Number>
cudaError_t device_argsort(void* d_temp, std::size_t& temp_bytes, const Key* d_keys, Number* d_order,
                           std::size_t n, sort_options how = {}, cudaStream_t stream = {}) {
  static_assert(std::is_unsigned_v<Number>);
  return device_sort_pairs(d_temp, temp_bytes, d_keys, static_cast<Key*>(nullptr),
                           static_cast<const Number*>(nullptr), d_order, n, how, stream);
}

}  // namespace hybrid
