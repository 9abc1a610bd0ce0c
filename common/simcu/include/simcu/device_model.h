// SPDX-License-Identifier: Apache-2.0
// The simulated device: every property and limit that programs can see.
#pragma once
#include <cstddef>
#include <string>

namespace simcu::model {

constexpr int kWarpSize = 32;
constexpr int kMaxThreadsPerBlock = 1024;
constexpr unsigned kMaxBlockDim[3] = {1024, 1024, 64};
constexpr unsigned kMaxGridDim[3] = {2147483647u, 65535u, 65535u};
constexpr std::size_t kSharedPerBlock = 48 * 1024;  // unless cudaFuncSetAttribute allows more
constexpr int kRegistersPerBlock = 65536;
constexpr int kRegistersPerMultiprocessor = 65536;
constexpr int kRegistersPerThread =
    32;  // what cudaFuncGetAttributes reports; a host compiler doesn't know the real number
constexpr std::size_t kConstantMemory = 64 * 1024;
constexpr int kMostThreads =
    16384;  // resident threads; each needs a stack, and a process has room for a limited number of stacks
constexpr std::size_t kDefaultMemoryMiB = 4096;  // unless SIMCU_MEMORY_MIB says otherwise
constexpr unsigned char kGlobalPoison = 0xA5;    // content of fresh device memory

// The limits of a card: one row of the table below.
struct device {
  const char *key, *name;
  int major, minor;                           // compute capability
  int of_card, max_threads, max_blocks;       // multiprocessors; threads and blocks per multiprocessor
  std::size_t block_kib, multiprocessor_kib;  // shared memory: limit per block, size per multiprocessor
  std::size_t shared_reserved;                // bytes that each block needs in addition
  std::size_t l2_kib;
  int clock_mhz, memory_clock_mhz, memory_bus_bits;
  int double_ratio;  // float operations in the time of one double operation

  constexpr int multiprocessors() const {
    return of_card * max_threads < kMostThreads ? of_card : kMostThreads / max_threads;
  }
  constexpr std::size_t shared_of_block() const { return block_kib * 1024; }
  constexpr std::size_t shared_of_multiprocessor() const { return multiprocessor_kib * 1024; }
  constexpr int arch() const { return major * 100 + minor * 10; }  // __CUDA_ARCH__

  // Returns how many blocks of this shape fit into one multiprocessor at a time.
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

// The devices that SIMCU_DEVICE can name; the first is the default. Source: the CUDA programming guide's
// tables of compute capabilities, NVIDIA's data sheets and cudaGetDeviceProperties.
// common/build/workbook/settings.py also reads the first and the third column.
// clang-format off
inline constexpr device kDevices[] = {
    // SIMCU_DEVICE  name                  capability  SMs   of an SM  shared KiB    re-     L2  clock memory  bus  dbl
    //                                                    threads blocks block SM served   KiB   MHz    MHz bits 1 in
    {"default",   "simcu (simulated CUDA device)",   9, 0,   8, 2048, 32, 227, 228, 1024, 51200, 1000,  1000,   64,  2},
    {"p100",      "Tesla P100-SXM2-16GB",            6, 0,  56, 2048, 32,  48,  64,    0,  4096, 1480,   715, 4096,  2},
    {"titanxp",   "NVIDIA TITAN Xp",                 6, 1,  30, 2048, 32,  48,  96,    0,  3072, 1582,  5705,  384, 32},
    {"v100",      "Tesla V100-SXM2-16GB",            7, 0,  80, 2048, 32,  96,  96,    0,  6144, 1530,   877, 4096,  2},
    {"t4",        "Tesla T4",                        7, 5,  40, 1024, 16,  64,  64,    0,  4096, 1590,  5001,  256, 32},
    {"rtx2080ti", "NVIDIA GeForce RTX 2080 Ti",      7, 5,  68, 1024, 16,  64,  64,    0,  5632, 1545,  7000,  352, 32},
    {"a100",      "NVIDIA A100-SXM4-40GB",           8, 0, 108, 2048, 32, 163, 164, 1024, 40960, 1410,  1215, 5120,  2},
    {"rtx3060",   "NVIDIA GeForce RTX 3060",         8, 6,  28, 1536, 16,  99, 100, 1024,  2304, 1777,  7501,  192, 64},
    {"rtx3090",   "NVIDIA GeForce RTX 3090",         8, 6,  82, 1536, 16,  99, 100, 1024,  6144, 1695,  9751,  384, 64},
    {"l4",        "NVIDIA L4",                       8, 9,  58, 1536, 24,  99, 100, 1024, 49152, 2040,  6251,  192, 64},
    {"rtx4090",   "NVIDIA GeForce RTX 4090",         8, 9, 128, 1536, 24,  99, 100, 1024, 73728, 2520, 10501,  384, 64},
    {"h100",      "NVIDIA H100 80GB HBM3",           9, 0, 132, 2048, 32, 227, 228, 1024, 51200, 1980,  2619, 5120,  2},
    {"h200",      "NVIDIA H200",                     9, 0, 132, 2048, 32, 227, 228, 1024, 61440, 1980,  3201, 6144,  2},
    {"rtx5090",   "NVIDIA GeForce RTX 5090",        12, 0, 170, 1536, 24,  99, 100, 1024, 98304, 2407, 14001,  512, 64},
};
// clang-format on

// Returns the default device for null and "", and null for an unknown name.
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
