// SPDX-License-Identifier: Apache-2.0
// The fragments of nvcuda::wmma. CUDA does not specify which lane holds which element; here they are
// distributed row by row (simcu::matrix_part), the same way for accumulators of all types.
#pragma once
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "cuda_fp16.h"
#include "simcu/device.h"
#include "simcu/error_codes.h"

namespace nvcuda {
namespace wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
}

namespace details {
using simcu::location;

template <class T>
constexpr bool kIsTf32 = std::is_same_v<T, precision::tf32>;
template <class T>
using stored = std::conditional_t<kIsTf32<T>, float, T>;
constexpr bool is_shape(int m, int n, int k, int m0, int n0, int k0) { return m == m0 && n == n0 && k == k0; }
// nvcc's tiles, except 4-bit and 1-bit ones.
template <class T>
constexpr bool has_tile(int m, int n, int k) {
  const bool of_16 = k == 16 && ((m == 16 && n == 16) || (m == 32 && n == 8) || (m == 8 && n == 32));
  if (kIsTf32<T>) return is_shape(m, n, k, 16, 16, 8);
  if (std::is_same_v<T, double>) return is_shape(m, n, k, 8, 8, 4);
  if (std::is_same_v<T, float>) return of_16 || is_shape(m, n, k, 16, 16, 8);
  return of_16 && sizeof(stored<T>) != 8;  // tf32 itself is never complete
}
// tf32 has 10 bits of fraction; the others are ignored.
template <class T>
double number(stored<T> x) {
  if constexpr (kIsTf32<T>) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &x, sizeof bits);
    bits &= ~0x1fffu;
    std::memcpy(&x, &bits, sizeof bits);
  }
  if constexpr (std::is_arithmetic_v<stored<T>>)
    return static_cast<double>(x);
  else
    return static_cast<double>(static_cast<float>(x));
}
inline void need_warp(bool all, location where) {
  if (__builtin_expect(!all, 0))
    simcu::fail_kernel(cudaErrorLaunchFailure, "a function of wmma needs all 32 lanes of the warp", where);
}
inline void meet(location where) {
  need_warp(static_cast<unsigned>(simcu::warp_meet(simcu::warp_op::ballot, ~0u, 1, 0, where)) == ~0u, where);
}
// CUDA leaves other addresses undefined. It asks for 32 bytes, but a row of a tile of bytes has 16, and
// NVIDIA's own immaTensorCoreGemm steps by rows.
template <class T>
void check_place(const T* p, unsigned stride, location where) {
  constexpr unsigned kBytes = sizeof(T) == 1 ? 16 : 32;
  if (reinterpret_cast<std::uintptr_t>(p) % kBytes != 0)
    simcu::fail_kernel(cudaErrorMisalignedAddress,
                       kBytes == 16 ? "the address of a tile of bytes of wmma isn't a multiple of 16"
                                    : "the address of a tile of wmma isn't a multiple of 32 bytes",
                       where);
  if (stride * sizeof(T) % 16 != 0)
    simcu::fail_kernel(cudaErrorMisalignedAddress,
                       "the stride of a tile of wmma isn't a multiple of 16 bytes", where);
}
}  // namespace details

// CUDA's wmma fragment: a matrix tile that a warp holds.
template <typename Use, int m, int n, int k, typename T, typename Layout = void>
class fragment {
 public:
  static_assert(
      details::has_tile<T>(m, n, k),
      "simcu does not support tiles of this size and type, nor does CUDA unless it is of 4 bits or 1 "
      "(nvcuda::wmma::fragment)");
  using element_type = T;
  using storage_element_type = details::stored<T>;
  static constexpr bool kSum = std::is_same_v<Use, accumulator>;
  static constexpr int kRows = std::is_same_v<Use, matrix_b> ? k : m;
  static constexpr int kColumns = std::is_same_v<Use, matrix_a> ? k : n;
  static constexpr int kHeld = kRows * kColumns / 32;
  // Halves are stored more than once, as in a GPU's registers.
  static constexpr int num_elements = !kSum && std::is_same_v<T, __half> ? 16 : kHeld;
  static constexpr int num_storage_elements = num_elements;
  storage_element_type x[num_elements];

  // Calls f(x[i], offset of the element in memory).
  template <class Self, class F>
  [[gnu::always_inline]] static void each(Self& self, bool rows, unsigned stride, F f) {
    for (int i = 0; i < num_elements; ++i) {
      const unsigned number = static_cast<unsigned>(i % kHeld) * 32 + simcu::lane_id();
      const unsigned row = number / kColumns, column = number % kColumns;
      f(self.x[i], rows ? std::size_t(row) * stride + column : std::size_t(column) * stride + row);
    }
  }
};

}  // namespace wmma
}  // namespace nvcuda
