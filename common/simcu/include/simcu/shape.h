// SPDX-License-Identifier: Apache-2.0
// What reports need to know about an array's type to write an address as `name[i][j]` and its contents as
// values.
#pragma once
#include <cstddef>
#include <type_traits>

namespace simcu {

enum class value_kind : unsigned char { unknown, signed_integer, unsigned_integer, floating };

// An array's elements and extents, for reports.
struct array_shape {
  std::size_t element = 0;        // bytes of one element; 0 if unknown
  std::size_t inner[2] = {0, 0};  // the second and third extent, 0 if there is none
  value_kind kind = value_kind::unknown;
  bool is_const = false;
  bool is_scalar = false;     // one variable, no array
  std::size_t part = 0;       // float3 and the like: bytes of x; else 0
  std::size_t alignment = 0;  // of a structure, whose padding holes are shorter than this; else 0
};

namespace detail {
template <class T, class = void>
struct part_of {
  using type = T;
  static constexpr std::size_t kBytes = 0;
};
template <class T>
struct part_of<T, std::void_t<decltype(T::x)>> {
  using type = std::remove_cv_t<decltype(T::x)>;
  static constexpr bool kEven =
      std::is_arithmetic_v<type> && sizeof(T) % sizeof(type) == 0 && sizeof(T) <= 4 * sizeof(type);
  static constexpr std::size_t kBytes = kEven ? sizeof(type) : 0;
};
template <class T, class = void>
struct size_of {
  static constexpr std::size_t value = 0;
};
template <class T>
struct size_of<T, std::void_t<decltype(sizeof(T))>> {
  static constexpr std::size_t value = std::is_void_v<T> || std::is_function_v<T> ? 0 : sizeof(T);
};
}  // namespace detail

template <class T>
constexpr std::size_t size_if_known = detail::size_of<T>::value;

// `Element` can be the array's element, or the target of an `Element*`.
template <class Element>
constexpr array_shape shape_of_elements() {
  using leaf = std::remove_cv_t<std::remove_all_extents_t<Element>>;
  array_shape s;
  s.element = size_if_known<leaf>;
  if constexpr (std::rank_v<Element> >= 1) s.inner[0] = std::extent_v<Element, 0>;
  if constexpr (std::rank_v<Element> >= 2) s.inner[1] = std::extent_v<Element, 1>;
  s.part = detail::part_of<leaf>::kBytes;
  using part =
      std::conditional_t<(detail::part_of<leaf>::kBytes > 0), typename detail::part_of<leaf>::type, leaf>;
  s.kind = std::is_floating_point_v<part>                       ? value_kind::floating
           : std::is_integral_v<part> && std::is_signed_v<part> ? value_kind::signed_integer
           : std::is_integral_v<part> || std::is_enum_v<part>   ? value_kind::unsigned_integer
                                                                : value_kind::unknown;
  if constexpr (std::is_class_v<leaf> && size_if_known < leaf >> 0)
    if (s.part == 0) s.alignment = alignof(leaf);
  s.is_const = std::is_const_v<std::remove_all_extents_t<Element>>;
  if (std::rank_v < Element >> 2) s.element = 0;  // reports index deeper arrays by bytes
  return s;
}

template <class T>
constexpr array_shape shape_of() {
  array_shape s = shape_of_elements<std::conditional_t<std::is_array_v<T>, std::remove_extent_t<T>, T>>();
  s.is_scalar = !std::is_array_v<T>;
  return s;
}

}  // namespace simcu
