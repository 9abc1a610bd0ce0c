// SPDX-License-Identifier: Apache-2.0
// Lazily allocated shadow memory.
#include "shadow.h"

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace simcu::check {
namespace {

void* reserve(std::size_t bytes) {
  void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p != MAP_FAILED) return p;
  std::fprintf(stderr,
               "simcu: --check cannot reserve %zu bytes of address space for its shadow memory "
               "(SIMCU_MEMORY_MIB makes the device smaller)\n",
               bytes);
  std::exit(2);
}

std::size_t bitmap_bytes(std::size_t bits) { return (bits + 63) / 64 * 8; }

// Large pieces go back to the system, which gives them back as zeros.
void clear(void* p, std::size_t bytes) {
  constexpr std::size_t kPage = 4096;
  auto* from = static_cast<char*>(p);
  char* first = reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(from) + kPage - 1) & ~(kPage - 1));
  char* last = reinterpret_cast<char*>(reinterpret_cast<std::uintptr_t>(from + bytes) & ~(kPage - 1));
  if (last <= first || bytes < 16 * kPage) {
    std::memset(from, 0, bytes);
    return;
  }
  std::memset(from, 0, static_cast<std::size_t>(first - from));
  madvise(first, static_cast<std::size_t>(last - first), MADV_DONTNEED);
  std::memset(last, 0, static_cast<std::size_t>(from + bytes - last));
}

}  // namespace

shadow_range::shadow_range(const void* base, std::size_t bytes)
    : base_(reinterpret_cast<std::uintptr_t>(base)), bytes_(bytes) {
  words_ = static_cast<word*>(reserve((bytes + 3) / 4 * sizeof(word)));
  split_ = static_cast<std::uint64_t*>(reserve(bitmap_bytes(bytes / 4 + 1)));
  written_ = static_cast<std::uint64_t*>(reserve(bitmap_bytes(bytes + 1)));
}

shadow_range::~shadow_range() {
  munmap(words_, (bytes_ + 3) / 4 * sizeof(word));
  munmap(split_, bitmap_bytes(bytes_ / 4 + 1));
  munmap(written_, bitmap_bytes(bytes_ + 1));
}

bool shadow_range::initialised(std::uintptr_t a, std::size_t bytes) const {
  const std::size_t first = a - base_, shift = first % 64;
  if (bytes < 64 && shift + bytes <= 64) {
    const std::uint64_t mask = ((std::uint64_t{1} << bytes) - 1) << shift;
    return (written_[first / 64] & mask) == mask;
  }
  for (std::size_t i = 0; i < bytes; ++i)
    if (!initialised(a + i)) return false;
  return true;
}

void shadow_range::set_initialised(std::uintptr_t a, std::size_t bytes, bool value) {
  std::size_t i = a - base_;
  if (bytes < 64 && i % 64 + bytes <= 64) {
    const std::uint64_t mask = ((std::uint64_t{1} << bytes) - 1) << i % 64;
    written_[i / 64] = value ? written_[i / 64] | mask : written_[i / 64] & ~mask;
    return;
  }
  const std::size_t end = i + bytes;
  for (; i < end && i % 64; ++i)
    value ? set_bit(written_, i) : void(written_[i / 64] &= ~(std::uint64_t{1} << i % 64));
  for (; i + 64 <= end; i += 64) written_[i / 64] = value ? ~std::uint64_t{0} : 0;
  for (; i < end; ++i) value ? set_bit(written_, i) : void(written_[i / 64] &= ~(std::uint64_t{1} << i % 64));
}

void shadow_range::forget(std::uintptr_t a, std::size_t bytes) {
  const std::size_t first = (a - base_) / 4, last = (a - base_ + bytes + 3) / 4;
  clear(words_ + first, (last - first) * sizeof(word));
  for (std::size_t w = first; w < last; ++w) split_[w / 64] &= ~(std::uint64_t{1} << w % 64);
  set_initialised(a, bytes, false);
}

}  // namespace simcu::check
