// SPDX-License-Identifier: Apache-2.0
#include "memory/limits.h"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "base/settings.h"
#include "simcu/device_model.h"

namespace simcu {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;
constexpr std::size_t kMaxMiB = std::size_t{1} << 20;  // 1 TiB
// With more addresses than memory, freed memory is reused so late that a use after free still faults.
constexpr std::size_t kSpareFactor = 8;

std::size_t asked_for_mib() {
  const char* text = environment("SIMCU_MEMORY_MIB");
  if (text == nullptr || *text == '\0') return model::kDefaultMemoryMiB;
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end != '\0' || value == 0 || value > kMaxMiB) {
    std::fprintf(stderr, "simcu: SIMCU_MEMORY_MIB=%s is not valid: it must be a size in MiB from 1 to %zu\n",
                 text, kMaxMiB);
    std::exit(2);
  }
  return static_cast<std::size_t>(value);
}

std::size_t address_space_in_use() {
  std::size_t pages = 0;
  if (std::FILE* f = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(f, "%zu", &pages) != 1) pages = 0;
    std::fclose(f);
  }
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

memory_limits device_memory_limits() {
  std::size_t total = asked_for_mib() * kMiB;
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return {total, total * kSpareFactor > 16 * kMaxMiB * kMiB ? total * 2 : total * kSpareFactor};
  const std::size_t used = address_space_in_use();
  const std::size_t half = limit.rlim_cur > used ? (limit.rlim_cur - used) / 2 : 0;
  if (total > half) total = half / kMiB * kMiB;
  if (total == 0) total = kMiB;
  return {total, total + total / 8};
}

}  // namespace simcu
