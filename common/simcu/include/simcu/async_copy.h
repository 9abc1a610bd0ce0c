// SPDX-License-Identifier: Apache-2.0
// Copies into shared memory that proceed while the kernel works: cp.async, the basis of memcpy_async and the
// pipelines. The destination is undefined until the copy has been waited for, and visibly so.
#pragma once
#include <cstddef>
#include <cstdint>

#include "simcu/cache_ops.h"
#include "simcu/device.h"

namespace simcu {

// What ends a copy: a group of the thread's copies (see commit_async_copies), or a phase of a barrier of the
// block.
struct copy_group {
  const void* barrier = nullptr;
  unsigned phase = 0;
};

// The `bytes` at `to` will be those at `from`. Both have been accessed already.
void note_async_copy(void* to, const void* from, std::size_t bytes, copy_group group);
// The running thread's copies since the last commit become a group.
void commit_async_copies();
// Waits for all groups of the running thread but the latest `prior` ones; kAll also waits for copies that are
// not committed.
constexpr unsigned kAll = ~0u;
void finish_async_copies(unsigned prior);
// The phase of this barrier, and with it all earlier ones, are over.
void finish_async_copies(copy_group over);

// Plain accesses, which every compiler shows to the checkers (g++ 11 hides those of a small memcpy whose size
// it does not know). Inlined, so that reports name the caller's line.
[[gnu::always_inline]] inline void start_async_copy(void* dst, const void* src, std::size_t bytes,
                                                    copy_group group = {}) {
  const bool shared = in_shared_memory(dst);
  const bool words = (reinterpret_cast<std::uintptr_t>(dst) | reinterpret_cast<std::uintptr_t>(src)) % 4 == 0;
  std::size_t at = 0;
  for (; words && at + 4 <= bytes; at += 4) {
    const std::uint32_t value = *reinterpret_cast<const std::uint32_t*>(static_cast<const char*>(src) + at);
    *reinterpret_cast<std::uint32_t*>(static_cast<char*>(dst) + at) = shared ? 0xA5A5A5A5u : value;
  }
  for (; at < bytes; ++at) {
    const char value = static_cast<const char*>(src)[at];
    static_cast<char*>(dst)[at] = shared ? static_cast<char>(0xA5) : value;
  }
  if (shared && bytes != 0) note_async_copy(dst, src, bytes, group);
}

// A group of threads copies together: neighbouring threads copy neighbouring words.
template <class Group>
[[gnu::always_inline]] inline void start_async_copy_of(const Group& group, void* dst, const void* src,
                                                       std::size_t bytes, copy_group until = {}) {
  const bool by_16 =
      (reinterpret_cast<std::uintptr_t>(dst) | reinterpret_cast<std::uintptr_t>(src) | bytes) % 16 == 0;
  const std::size_t step = by_16 ? 16 : 4, threads = static_cast<std::size_t>(group.size());
  for (std::size_t at = static_cast<std::size_t>(group.thread_rank()) * step; at < bytes;
       at += threads * step)
    start_async_copy(static_cast<char*>(dst) + at, static_cast<const char*>(src) + at,
                     bytes - at < step ? bytes - at : step, until);
}

}  // namespace simcu

namespace cuda {

// A size with the caller's promise that it and both addresses are multiples of `Alignment`.
template <std::size_t Alignment>
struct aligned_size_t {
  static constexpr std::size_t align = Alignment;
  std::size_t value;
  explicit constexpr aligned_size_t(std::size_t size) : value(size) {}
  constexpr operator std::size_t() const { return value; }
};

}  // namespace cuda
