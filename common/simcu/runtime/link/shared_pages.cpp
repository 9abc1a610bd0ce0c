// SPDX-License-Identifier: Apache-2.0
#include "link/shared_pages.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace simcu {
namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);

bool same_words(const char* a, const char* b, std::size_t words) {
  return std::memcmp(a, b, words * kWord) == 0;
}

// The host may change the words meanwhile.
template <class Take>
void each_difference(const char* a, const char* b, std::size_t bytes, Take take) {
  const std::size_t words = (bytes + kWord - 1) / kWord;
  constexpr std::size_t kAtOnce = 512;
  for (std::size_t at = 0; at < words;) {
    const std::size_t next = std::min(kAtOnce, words - at);
    if (same_words(a + at * kWord, b + at * kWord, next)) {
      at += next;
      continue;
    }
    while (at < words && same_words(a + at * kWord, b + at * kWord, 1)) ++at;
    if (at == words) return;
    std::size_t end = at + 1;
    while (end < words && !same_words(a + end * kWord, b + end * kWord, 1)) ++end;
    take(at * kWord, (end - at) * kWord);
    at = end;
  }
}

}  // namespace

shared_pages& shared_pages::instance() {
  static auto* const pages = new shared_pages;
  return *pages;
}

bool shared_pages::part(char* pages, std::size_t bytes, int protection) {
  if (bytes == 0) return true;
  void* place = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED ||
      mremap(pages, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, place) == MAP_FAILED ||
      mprotect(place, bytes, PROT_READ | PROT_WRITE) != 0 ||
      mmap(pages, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) ==
          MAP_FAILED)
    return false;
  mappings_.push_back({pages, static_cast<char*>(place), bytes});
  return true;
}

char* shared_pages::of_host(const void* p) const {
  auto* const at = static_cast<char*>(const_cast<void*>(p));
  for (const mapping& m : mappings_)
    if (at >= m.kernels && at < m.kernels + m.bytes) return m.hosts + (at - m.kernels);
  return at;
}

void shared_pages::protect(int protection) {
  for (const mapping& m : mappings_) (void)mprotect(m.hosts, m.bytes, protection);
}

void shared_pages::launch_begins(crossing_log& log) {
  for (const auto& [p, bytes] : shown_) {
    char* const kernels = const_cast<char*>(p);
    const char* const hosts = of_host(p);
    each_difference(kernels, hosts, bytes, [&](std::size_t at, std::size_t size) {
      std::memcpy(kernels + at, hosts + at, size);  // the host may be changing the memory
      log.begin('~');
      log.place(kernels + at);
      log.data({kernels + at, size});
    });
    before_[p].assign(kernels, (bytes + kWord - 1) / kWord * kWord);
  }
  protect(PROT_NONE);
}

void shared_pages::launch_ends() {
  protect(PROT_READ | PROT_WRITE);
  for (const auto& [p, before] : before_) {
    char* const hosts = of_host(p);
    each_difference(before.data(), p, before.size(), [&, from = p](std::size_t at, std::size_t size) {
      std::memcpy(hosts + at, from + at, size);
    });
  }
  before_.clear();
}

}  // namespace simcu
