// SPDX-License-Identifier: Apache-2.0
// Shared by the multi-block radix sorts (labs 04, 05 and 08): digits, tiles, argument checks.
//
//   lab::status bad = lab::check_tiles(n, d, t, {{"d_keys", d_keys}, {"d_out", d_out}});
//   if (!bad.ok()) return bad;
#pragma once
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "lab/cuda_check.h"
#include "lab/status.h"

namespace lab {

constexpr int kKeyBits = 32;
constexpr int kMaxBits = 8;                    // per digit
constexpr std::size_t kMaxKeys = 0xffffffff;   // places are 32-bit
constexpr unsigned kMaxItems = 16;             // keys per thread
constexpr unsigned kMaxTile = 8192;            // keys per block
constexpr std::size_t kMaxTiles = 0x7fffffff;  // blocks per grid

// [lab04-digit]
// The digit of a key is (key >> shift) & (2^bits - 1). Bits past bit 31 are 0, so `bits` need not divide 32.
struct digit {
  int shift;  // 0 to 31
  int bits;   // 1 to kMaxBits
  __host__ __device__ unsigned bins() const { return 1u << bits; }
  __host__ __device__ unsigned of(std::uint32_t key) const { return (key >> shift) & (bins() - 1); }
};
// [lab04-digit]

// [lab04-tiling]
// Block b has the keys from b * tile up to, but not including, the smaller of (b + 1) * tile and n.
struct tiling {
  unsigned block_size;  // threads per block: a multiple of 32 from 32 to 1024
  unsigned tile;        // keys per block: 1 to kMaxItems * block_size, at most kMaxTile
  __host__ __device__ std::size_t tiles(std::size_t n) const {  // blocks in the grid
    return (n + tile - 1) / tile;
  }
};
// [lab04-tiling]

// An array, and its name for error messages.
struct named_array {
  const char* name;
  const void* data;
};

// Each check returns ok, or bad_argument with the bad argument's name.
inline status check_arrays(std::size_t elements, std::initializer_list<named_array> arrays) {
  for (const named_array& array : arrays)
    if (elements > 0 && array.data == nullptr)
      return status::bad_argument(array.name, "is null, but n is not 0");
  return {};
}

inline status check_bits(int bits) {
  if (bits >= 1 && bits <= kMaxBits) return {};
  return status::bad_argument("bits", "is " + std::to_string(bits) + ", but a digit has 1 to " +
                                          std::to_string(kMaxBits) + " bits here");
}

inline status check_shift(int shift) {
  if (shift >= 0 && shift < kKeyBits) return {};
  return status::bad_argument("shift", "is " + std::to_string(shift) + ", but a key has bits 0 to 31");
}

inline status check_block_size(unsigned block_size) {
  int device = 0, most = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&most, cudaDevAttrMaxThreadsPerBlock, device));
  if (block_size > 0 && block_size % 32 == 0 && block_size <= static_cast<unsigned>(most)) return {};
  return status::bad_argument("block_size",
                              "is " + std::to_string(block_size) +
                                  ", but must be a multiple of 32, and this device allows up to " +
                                  std::to_string(most));
}

inline status check_tile_count(std::size_t tiles) {
  if (tiles <= kMaxTiles) return {};
  return status::bad_argument("tiles",
                              "would be " + std::to_string(tiles) + ", more blocks than a grid can have");
}

inline status check_tiling(std::size_t n, tiling t) {
  if (n > kMaxKeys)
    return status::bad_argument(
        "n", "is " + std::to_string(n) + ", but places are 32-bit: at most " + std::to_string(kMaxKeys));
  if (status bad = check_block_size(t.block_size); !bad.ok()) return bad;
  const unsigned most = kMaxItems * t.block_size < kMaxTile ? kMaxItems * t.block_size : kMaxTile;
  if (t.tile >= 1 && t.tile <= most) return check_tile_count(t.tiles(n));
  return status::bad_argument("tile", "is " + std::to_string(t.tile) + ", but a block of " +
                                          std::to_string(t.block_size) + " threads takes 1 to " +
                                          std::to_string(most) + " keys");
}

// All checks for a function that handles tiles of n keys and one digit.
inline status check_tiles(std::size_t n, digit d, tiling t, std::initializer_list<named_array> arrays) {
  if (status bad = check_bits(d.bits); !bad.ok()) return bad;
  if (status bad = check_shift(d.shift); !bad.ok()) return bad;
  if (status bad = check_tiling(n, t); !bad.ok()) return bad;
  return check_arrays(n, arrays);
}

}  // namespace lab
