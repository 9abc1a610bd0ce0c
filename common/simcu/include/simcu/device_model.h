// SPDX-License-Identifier: Apache-2.0
// The simulated device: every number that programs can ask for or run into. What all cards since Pascal have
// alike is here, what they differ in is the table in devices.inc.
#pragma once
#include <cstddef>
#include <string>

namespace simcu::model {

constexpr int kWarpSize = 32;
constexpr int kMaxThreadsPerBlock = 1024;
constexpr unsigned kMaxBlockDim[3] = {1024, 1024, 64};
constexpr unsigned kMaxGridDim[3] = {2147483647u, 65535u, 65535u};
constexpr std::size_t kSharedPerBlock = 48 * 1024;  // without leave for more
constexpr int kRegistersPerBlock = 65536;
constexpr int kRegistersPerMultiprocessor = 65536;
constexpr int kRegistersPerThread =
    32;  // what cudaFuncGetAttributes reports: a host compiler knows no better
constexpr std::size_t kConstantMemory = 64 * 1024;
constexpr int kMostThreads = 16384;  // at the same time: each has a stack, and a process only so many
constexpr std::size_t kDefaultMemoryMiB = 4096;  // SIMCU_MEMORY_MIB says otherwise
constexpr unsigned char kGlobalPoison = 0xA5;    // what fresh device memory holds

struct device {
  const char *key, *name;
  int major, minor;                           // compute capability
  int of_card, max_threads, max_blocks;       // the last two of a multiprocessor
  std::size_t block_kib, multiprocessor_kib;  // shared memory, of a block the most that it may have
  std::size_t shared_reserved;                // bytes for each block
  std::size_t l2_kib;
  int clock_mhz, memory_clock_mhz, memory_bus_bits;
  int double_ratio;  // operations on floats in the time of one on doubles

  // Of the card's multiprocessors, those that are simulated.
  constexpr int multiprocessors() const {
    return of_card * max_threads < kMostThreads ? of_card : kMostThreads / max_threads;
  }
  constexpr std::size_t shared_of_block() const { return block_kib * 1024; }
  constexpr std::size_t shared_of_multiprocessor() const { return multiprocessor_kib * 1024; }
  constexpr int arch() const { return major * 100 + minor * 10; }  // __CUDA_ARCH__

  // Blocks of this shape that fit into one multiprocessor at a time; 0 if even one does not fit.
  constexpr int resident_blocks(int threads, std::size_t shared_bytes) const {
    if (threads <= 0 || threads > kMaxThreadsPerBlock) return 0;
    const int warps = (threads + kWarpSize - 1) / kWarpSize;
    int blocks = max_threads / (warps * kWarpSize);
    if (blocks > max_blocks) blocks = max_blocks;
    const int by_registers = kRegistersPerMultiprocessor / (warps * kWarpSize * kRegistersPerThread);
    if (blocks > by_registers) blocks = by_registers;
    const std::size_t granule = 128;
    const std::size_t per_block = (shared_bytes + granule - 1) / granule * granule + shared_reserved;
    if (per_block == 0) return blocks;
    const int by_shared = static_cast<int>(shared_of_multiprocessor() / per_block);
    return blocks < by_shared ? blocks : by_shared;
  }
};

inline constexpr device kDevices[] = {
#include "simcu/devices.inc"
};

// The device of this name, the default one of null or "". Null if there is none.
inline const device* device_named(const char* key) {
  if (key == nullptr || *key == '\0') return kDevices;
  for (const device& d : kDevices)
    if (std::string(key) == d.key) return &d;
  return nullptr;
}

inline std::string all_names() {
  std::string names;
  for (const device& d : kDevices) names += (names.empty() ? "" : " ") + std::string(d.key);
  return names;
}

}  // namespace simcu::model
