// SPDX-License-Identifier: Apache-2.0
// Lab 08's sorts for other CUDA programs, in the manner of CUB: one include, with this folder and common/ on
// the include path (C++17). uint32_t keys and values, ascending, in place.
//
//   std::size_t bytes = 0;
//   hybrid::device_sort_keys(nullptr, bytes, d_keys, n);  // asks how much, and does nothing else
//   cudaMalloc(&d_temp, bytes);
//   hybrid::device_sort_keys(d_temp, bytes, d_keys, n, stream);
//
// The host waits for nothing, and no memory is allocated; all work is in `stream`. Where CUB is ahead:
// docs/notes/08_hybrid_radix.md has the table.
#pragma once
#include "sort_keys.cuh"
#include "sort_pairs.cuh"

namespace hybrid {

// Asking the device takes as long as sorting a few thousand keys, so each thread asks once.
inline const device_facts& this_device() {
  thread_local int known = -1;
  thread_local device_facts facts{};
  int device = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  if (device != known) {
    facts = facts_of_this_device();
    allow_shared_memory(facts);
    allow_sweep_memory(facts);
    known = device;
  }
  return facts;
}

// words(device): arrays of n words, and words more; sort(device, memory, memory behind the arrays).
template <class Words, class Sort>
cudaError_t sort_with_temp(void* d_temp, std::size_t& temp_bytes, std::size_t n, std::size_t most,
                           bool arrays, unsigned scratches, cudaStream_t stream, Words words, Sort sort) {
  if (n > most || (d_temp != nullptr && n > 0 && !arrays)) return cudaErrorInvalidValue;
  try {
    device_facts device = this_device();
    device.stream = stream;
    const std::size_t behind = (n + 63) / 64 * 64 * scratches,
                      bytes = (behind + words(device)) * sizeof(word);
    if (d_temp == nullptr) {
      temp_bytes = bytes > 0 ? bytes : 1;
      return cudaSuccess;
    }
    if (temp_bytes < bytes) return cudaErrorInvalidValue;
    if (n > 1) sort(device, static_cast<word*>(d_temp), static_cast<word*>(d_temp) + behind);
    return cudaGetLastError();
  } catch (const lab::cuda_error& failed) {
    return failed.code();
  }
}

// d_temp: null, and temp_bytes becomes what is needed: about 4 bytes a key; else so many bytes, aligned as
// cudaMalloc does. n < 2^32. Returns cudaErrorInvalidValue, and does nothing, for a larger n, too few bytes
// or null keys; else CUDA's own error.
inline cudaError_t device_sort_keys(void* d_temp, std::size_t& temp_bytes, word* d_keys, std::size_t n,
                                    cudaStream_t stream = {}) {
  return sort_with_temp(
      d_temp, temp_bytes, n, 0xffffffffu, d_keys != nullptr, 1, stream,
      [=](const device_facts& device) { return workspace_words(n, device); },
      [=](const device_facts& device, word* d_scratch, word* d_workspace) {
        sort_keys(d_keys, d_scratch, n, d_workspace, device);
      });
}

// The same for pairs, stable: about 8 bytes a pair, n < 2^30.
inline cudaError_t device_sort_pairs(void* d_temp, std::size_t& temp_bytes, word* d_keys, word* d_values,
                                     std::size_t n, cudaStream_t stream = {}) {
  return sort_with_temp(
      d_temp, temp_bytes, n, kSweepsMost, d_keys != nullptr && d_values != nullptr, 2, stream,
      [=](const device_facts& device) { return pairs_workspace_words(n, device); },
      [=](const device_facts& device, word* d_scratch, word* d_workspace) {
        sort_pairs(d_keys, d_values, d_scratch, d_scratch + (n + 63) / 64 * 64, n, d_workspace, device);
      });
}

}  // namespace hybrid
