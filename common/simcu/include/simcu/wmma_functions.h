// SPDX-License-Identifier: Apache-2.0
// nvcuda::wmma's functions: fill, load, store, multiply. All lanes of the warp call them; as in CUDA, none
// orders the lanes' memory accesses. Functions that access memory are compiled into their caller, so that a
// finding names the user's line.
#pragma once
#include "simcu/wmma.h"

namespace nvcuda {
namespace wmma {
namespace details {

template <class Fragment, class T>
[[gnu::always_inline]] inline void load(Fragment& f, const T* p, unsigned stride, bool rows, location where) {
  check_place(p, stride, where);
  meet(where);
  Fragment::each(
      f, rows, stride, [p](auto& x, std::size_t offset) __attribute__((always_inline)) { x = p[offset]; });
}
template <class Fragment>
void hand_over(const Fragment& f, double* to) {
  for (int i = 0; i < Fragment::kHeld; ++i) to[i] = number<typename Fragment::element_type>(f.x[i]);
}

}  // namespace details

template <class Use, int m, int n, int k, class T, class Layout>
void fill_fragment(fragment<Use, m, n, k, T, Layout>& f,
                   const typename fragment<Use, m, n, k, T, Layout>::storage_element_type& value) {
  for (auto& x : f.x) x = value;
}

template <class Use, int m, int n, int k, class T, class Layout>
[[gnu::always_inline]] inline void load_matrix_sync(
    fragment<Use, m, n, k, T, Layout>& f,
    const typename fragment<Use, m, n, k, T, Layout>::storage_element_type* p, unsigned stride,
    simcu::location where = SIMCU_HERE) {
  static_assert(!std::is_void_v<Layout>, "an accumulator is loaded with mem_row_major or mem_col_major");
  details::load(f, p, stride, std::is_same_v<Layout, row_major>, where);
}
template <int m, int n, int k, class T>
[[gnu::always_inline]] inline void load_matrix_sync(
    fragment<accumulator, m, n, k, T>& f,
    const typename fragment<accumulator, m, n, k, T>::storage_element_type* p, unsigned stride,
    layout_t layout, simcu::location where = SIMCU_HERE) {
  details::load(f, p, stride, layout == mem_row_major, where);
}
template <int m, int n, int k, class T>
[[gnu::always_inline]] inline void store_matrix_sync(
    typename fragment<accumulator, m, n, k, T>::storage_element_type* p,
    const fragment<accumulator, m, n, k, T>& f, unsigned stride, layout_t layout,
    simcu::location where = SIMCU_HERE) {
  details::check_place(p, stride, where);
  details::meet(where);
  f.each(
      f, layout == mem_row_major,
      stride, [p](const auto& x, std::size_t offset) __attribute__((always_inline)) { p[offset] = x; });
}

// d = a b + c, each element summed in double and rounded once.
template <int m, int n, int k, class D, class A, class C, class LayoutA, class LayoutB>
void mma_sync(fragment<accumulator, m, n, k, D>& d, const fragment<matrix_a, m, n, k, A, LayoutA>& a,
              const fragment<matrix_b, m, n, k, A, LayoutB>& b, const fragment<accumulator, m, n, k, C>& c,
              bool saturate = false, simcu::location where = SIMCU_HERE) {
  if (saturate)
    simcu::fail_kernel(cudaErrorNotSupported, "simcu does not support saturation (satf of mma_sync)", where);
  simcu::matrix_part part{m, n, k, {}, {}, {}};
  details::hand_over(a, part.a);
  details::hand_over(b, part.b);
  details::hand_over(c, part.c);
  details::need_warp(simcu::warp_meet(simcu::warp_op::matrix_product, ~0u,
                                      reinterpret_cast<std::uintptr_t>(&part), 0, where),
                     where);
  for (int i = 0; i < d.num_elements; ++i) {
    if constexpr (std::is_same_v<D, int>)
      d.x[i] = static_cast<int>(static_cast<long long>(part.c[i]));
    else
      d.x[i] = static_cast<D>(part.c[i]);
  }
}

// Rounds to the 10 bits of fraction of tf32, ties away from zero.
inline float __float_to_tf32(float x) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  if ((bits & 0x7f800000u) != 0x7f800000u) bits = (bits + 0x1000u) & ~0x1fffu;
  std::memcpy(&x, &bits, sizeof bits);
  return x;
}

}  // namespace wmma
}  // namespace nvcuda
