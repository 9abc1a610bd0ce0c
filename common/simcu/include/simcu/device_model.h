// SPDX-License-Identifier: Apache-2.0
// The simulated device: every number that programs can ask for or run into, in one place.
#pragma once
#include <cstddef>

namespace simcu::model {

constexpr char kName[] = "simcu (simulated CUDA device)";
constexpr int kMajor = 9, kMinor = 0;
constexpr int kWarpSize = 32;
constexpr int kMultiprocessors = 8;
constexpr int kMaxThreadsPerBlock = 1024;
constexpr int kMaxThreadsPerMultiprocessor = 2048;
constexpr int kMaxBlocksPerMultiprocessor = 32;
constexpr unsigned kMaxBlockDim[3] = {1024, 1024, 64};
constexpr unsigned kMaxGridDim[3] = {2147483647u, 65535u, 65535u};
constexpr std::size_t kSharedPerBlock = 48 * 1024;
constexpr std::size_t kSharedPerBlockOptIn = 227 * 1024;
constexpr std::size_t kSharedPerMultiprocessor = 228 * 1024;
constexpr std::size_t kSharedReservedPerBlock = 1024;
constexpr int kRegistersPerBlock = 65536;
constexpr int kRegistersPerMultiprocessor = 65536;
constexpr int kRegistersPerThread =
    32;  // what cudaFuncGetAttributes reports: a host compiler knows no better
constexpr std::size_t kConstantMemory = 64 * 1024;
constexpr std::size_t kL2Bytes = 50 * 1024 * 1024;
constexpr int kClockKHz = 1000000;
constexpr int kMemoryClockKHz = 1000000;
constexpr int kMemoryBusBits = 64;
constexpr std::size_t kDefaultMemoryMiB = 4096;  // SIMCU_MEMORY_MIB says otherwise
constexpr unsigned char kGlobalPoison = 0xA5;    // what fresh device memory holds

// Blocks of this shape that fit into one multiprocessor at a time; 0 if even one does not fit.
constexpr int resident_blocks(int threads, std::size_t shared_bytes) {
  if (threads <= 0 || threads > kMaxThreadsPerBlock) return 0;
  const int warps = (threads + kWarpSize - 1) / kWarpSize;
  int blocks = kMaxThreadsPerMultiprocessor / (warps * kWarpSize);
  if (blocks > kMaxBlocksPerMultiprocessor) blocks = kMaxBlocksPerMultiprocessor;
  const int by_registers = kRegistersPerMultiprocessor / (warps * kWarpSize * kRegistersPerThread);
  if (blocks > by_registers) blocks = by_registers;
  const std::size_t granule = 128;
  const std::size_t per_block = (shared_bytes + granule - 1) / granule * granule + kSharedReservedPerBlock;
  const int by_shared = static_cast<int>(kSharedPerMultiprocessor / per_block);
  return blocks < by_shared ? blocks : by_shared;
}

}  // namespace simcu::model
