// SPDX-License-Identifier: Apache-2.0
// The translator turns inline PTX into these (driver/translator/ptx_table.cpp): registers as values, memory,
// special registers, shuffles. After the PTX ISA, 8.5.
#pragma once
#include <cstring>
#include <type_traits>

#include "simcu/async_copy.h"
#include "simcu/atomics.h"
#include "simcu/barriers.h"
#include "simcu/cache_ops.h"
#include "simcu/print.h"
#include "simcu/ptx_arithmetic.h"
#include "simcu/warp.h"

namespace simcu::ptx {

// The register of an operand: as wide as the constraint says.
template <class Register, class T>
Register value(T v) {
  if constexpr (std::is_pointer_v<T>) {
    static_assert(sizeof(Register) == sizeof(T), "inline PTX: a pointer takes the constraint \"l\"");
    return reinterpret_cast<Register>(v);
  } else if constexpr (std::is_floating_point_v<Register> || std::is_floating_point_v<T>) {
    static_assert(std::is_same_v<Register, T>, "inline PTX: float takes the constraint \"f\", double \"d\"");
    return v;
  } else {
    static_assert(sizeof(T) <= sizeof(Register), "inline PTX: the operand is wider than its constraint");
    return static_cast<Register>(v);
  }
}

template <class T>
T* at(unsigned long long address, long long offset = 0) {
  return reinterpret_cast<T*>(address + static_cast<unsigned long long>(offset));
}
template <class T>
T load(unsigned long long address, long long offset, bool strong, bool acquires) {
  const T v = strong ? *const_cast<const volatile T*>(at<T>(address, offset)) : *at<T>(address, offset);
  if (acquires) __threadfence();
  return v;
}
template <class T>
void store(unsigned long long address, long long offset, T v, bool strong, bool releases) {
  if (releases) __threadfence();
  if (strong)
    *const_cast<volatile T*>(at<T>(address, offset)) = v;
  else
    *at<T>(address, offset) = v;
}

// Addresses of ld.shared and the like, in 32 bits: the offset into the block's shared memory.
inline unsigned long long to_shared(unsigned long long generic) {
  return __cvta_generic_to_shared(reinterpret_cast<const void*>(generic));
}
inline unsigned long long from_shared(unsigned long long address) {
  return reinterpret_cast<unsigned long long>(__cvta_shared_to_generic(address));
}
inline bool is_shared(unsigned long long generic) {
  return in_shared_memory(reinterpret_cast<const void*>(generic));
}

// cp.async: the bytes after the first `present` become zero.
[[gnu::always_inline]] inline void copy_async(char* to, const char* from, unsigned bytes, unsigned present) {
  start_async_copy(to, from, present < bytes ? present : bytes);
  for (unsigned i = present; i < bytes; ++i) to[i] = 0;
}

inline unsigned lane() { return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32; }
inline unsigned warp() { return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) / 32; }
inline unsigned warps() { return (blockDim.x * blockDim.y * blockDim.z + 31) / 32; }
inline unsigned long long nanoseconds() { return static_cast<unsigned long long>(::clock64()); }

// shfl.sync: `c` has the last lane in its low five bits, and the mask of a segment in bits 8 to 12. A lane
// that would read outside keeps its own value, and *inside says so.
enum source { source_idx, source_up, source_down, source_bfly };
inline unsigned shuffle(source kind, unsigned a, unsigned b, unsigned c, unsigned members, bool* inside,
                        location where = SIMCU_HERE) {
  const int self = static_cast<int>(lane()), by = static_cast<int>(b & 31);
  const int segment = static_cast<int>(c >> 8 & 31), clamp = static_cast<int>(c & 31);
  const int first = self & segment, last = first | (clamp & ~segment);
  const int from = kind == source_idx    ? first | (by & ~segment)
                   : kind == source_up   ? self - by
                   : kind == source_down ? self + by
                                         : self ^ by;
  const bool ok = kind == source_up ? from >= last : from <= last;
  if (inside) *inside = ok;
  return simcu::shuffle(members, a, ok ? from : self, where);
}

}  // namespace simcu::ptx
