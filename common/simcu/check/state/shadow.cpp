// SPDX-License-Identifier: Apache-2.0
#include "state/shadow.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/machine.h"

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

// Shorter ranges that host code initialises are marked byte by byte.
constexpr std::size_t kRange = 256;

// Returns a large range to the system, which supplies zeros at the next use.
void clear(void* p, std::size_t bytes) {
  const std::size_t page = simcu::page_size();
  auto* from = static_cast<char*>(p);
  char* first = reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(from) + page - 1) & ~(page - 1));
  char* last = reinterpret_cast<char*>(reinterpret_cast<std::uintptr_t>(from + bytes) & ~(page - 1));
  if (last <= first || bytes < 16 * page) {
    std::memset(from, 0, bytes);
    return;
  }
  std::memset(from, 0, static_cast<std::size_t>(first - from));
  madvise(first, static_cast<std::size_t>(last - first), MADV_DONTNEED);
  std::memset(last, 0, static_cast<std::size_t>(from + bytes - last));
}

}  // namespace

shadow_range::shadow_range(const void* base, std::size_t bytes)
    : base_(reinterpret_cast<std::uintptr_t>(base) & ~std::uintptr_t{3}),
      bytes_(bytes + reinterpret_cast<std::uintptr_t>(base) % 4),
      capacity_((bytes_ + 3) & ~std::size_t{3}) {
  words_ = static_cast<word*>(reserve(capacity_ / 4 * sizeof(word)));
  made_ = static_cast<bool*>(reserve(pieces()));
}

shadow_range::~shadow_range() {
  munmap(made_, pieces());
  munmap(words_, capacity_ / 4 * sizeof(word));
}

void shadow_range::make(std::size_t piece) {
  made_[piece] = true;
  const auto begin = reinterpret_cast<std::uintptr_t>(words_), first = (begin / kPiece + piece) * kPiece;
  const std::uintptr_t from = std::max(first, begin),
                       to = std::min(first + kPiece, begin + capacity_ / 4 * sizeof(word));
  fault_in(reinterpret_cast<void*>(from), to - from);
}

bool shadow_range::all_marked(std::uintptr_t a, std::size_t bytes) const {
  const std::uintptr_t end = a + bytes;
  while (a < end) {
    const bool whole = a % 4 == 0 && a + 4 <= end;
    if (whole ? !marked(word_of(a)) : !(byte_of(a).where & kTop)) return false;
    a += whole ? 4 : 1;
  }
  return true;
}

void shadow_range::mark_all(std::uintptr_t a, std::size_t bytes) {
  for (const std::uintptr_t end = a + bytes; a < end;) {
    if (a % 4 == 0 && a + 4 <= end) {
      for (cell& c : word_of(a).cells) c.where |= kTop;
      a += 4;
    } else {
      byte_of(a++).where |= kTop;
    }
  }
}

bool shadow_range::initialised(std::uintptr_t a, std::size_t bytes) const {
  return end_of_run(a, a + bytes, true) == a + bytes;
}

std::uintptr_t shadow_range::end_of_run(std::uintptr_t a, std::uintptr_t end, bool initialised) const {
  while (a < end) {
    if (initialised && a % 4 == 0 && a + 4 <= end && marked(word_of(a))) {
      a += 4;
      continue;
    }
    const std::uintptr_t known = host_.end_of(a);
    if (known != a) {
      if (!initialised) return a;
      a = known < end ? known : end;
    } else {
      if (static_cast<bool>(byte_of(a).where & kTop) != initialised) return a;
      ++a;
    }
  }
  return end;
}

void shadow_range::mark_neighbours(std::uintptr_t a) {
  constexpr std::uintptr_t kRow = 512;
  const std::uintptr_t row = a / kRow * kRow;
  if (row < base_ || host_.end_of(row) < row + kRow) return;
  for (std::uintptr_t at = row; at < row + kRow; at += 4) mark(at, 4);
}

void shadow_range::initialised_by_host(std::uintptr_t a, std::size_t bytes) {
  if (bytes < kRange)
    mark(a, bytes);
  else
    host_.add(a, a + bytes);
}

void shadow_range::copied(std::uintptr_t to, std::uintptr_t from, std::size_t bytes) {
  if ((from < to ? to - from : from - to) < bytes) return initialised_by_host(to, bytes);
  host_.remove(to, to + bytes);
  for (std::size_t i = 0; i < bytes;) {
    const std::size_t known = end_of_run(from + i, from + bytes, true) - from;
    if (known != i) initialised_by_host(to + i, known - i);
    i = end_of_run(from + known, from + bytes, false) - from;
    for (std::size_t k = known; k < i; ++k)
      if (byte_of(to + k).where & kTop) byte_of(to + k).where &= ~kTop;
  }
}

void shadow_range::forget(std::uintptr_t a, std::size_t bytes) {
  const std::size_t first = (a - base_) / 4, last = (a - base_ + bytes + 3) / 4;
  clear(words_ + first, (last - first) * sizeof(word));
  for (std::size_t piece = piece_of(words_ + first); piece <= piece_of(words_ + last - 1); ++piece)
    made_[piece] = false;
  host_.remove(a, a + bytes);
}

// Addresses are reused so late that the shadow of freed memory would otherwise stay allocated.
void shadow_range::give_back(std::uintptr_t a, std::size_t bytes) {
  const std::size_t page = page_size(), whole = (bytes + page - 1) / page * page;
  if (a % page != 0 || base_ % page != 0 || a - base_ + whole > bytes_) return;
  word* const first = words_ + (a - base_) / 4;
  madvise(static_cast<void*>(first), whole / 4 * sizeof(word), MADV_DONTNEED);
  for (std::size_t piece = piece_of(first); piece <= piece_of(first + whole / 4 - 1); ++piece)
    made_[piece] = false;
  host_.remove(a, a + bytes);
}

void shadow_range::forget_accesses(std::uintptr_t a, std::size_t bytes) {
  const std::size_t last = (a - base_ + bytes + 3) / 4;
  for (std::size_t w = (a - base_) / 4; w < last; ++w)
    for (cell& c : words_[w].cells)
      if (c.who || c.where & ~kTop) c = {0, c.where & kTop};  // don't touch unused pages
}

void shadow_range::start_again(const void* base, std::size_t bytes) {
  std::memset(static_cast<void*>(words_), 0, (used_ + 3) / 4 * sizeof(word));
  used_ = 0;
  base_ = reinterpret_cast<std::uintptr_t>(base);
  bytes_ = bytes;
}

}  // namespace simcu::check
