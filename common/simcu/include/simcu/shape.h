// SPDX-License-Identifier: Apache-2.0
// What reports need to know of an array's type to write an address as `name[i][j]` and its contents as
// values.
#pragma once
#include <cstddef>
#include <type_traits>

namespace simcu {

enum class value_kind : unsigned char { unknown, signed_integer, unsigned_integer, floating };

struct array_shape {
  std::size_t element = 0;        // bytes of one element; 0: unknown
  std::size_t inner[2] = {0, 0};  // the second and third extent, 0 where there is none
  value_kind kind = value_kind::unknown;
  bool is_const = false;
  bool is_scalar = false;  // one variable, no array
};

namespace detail {
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

// Of the elements of an array, or of what a pointer to `Element` points to.
template <class Element>
constexpr array_shape shape_of_elements() {
  using leaf = std::remove_cv_t<std::remove_all_extents_t<Element>>;
  array_shape s;
  s.element = size_if_known<leaf>;
  if constexpr (std::rank_v<Element> >= 1) s.inner[0] = std::extent_v<Element, 0>;
  if constexpr (std::rank_v<Element> >= 2) s.inner[1] = std::extent_v<Element, 1>;
  s.kind = std::is_floating_point_v<leaf>                       ? value_kind::floating
           : std::is_integral_v<leaf> && std::is_signed_v<leaf> ? value_kind::signed_integer
           : std::is_integral_v<leaf> || std::is_enum_v<leaf>   ? value_kind::unsigned_integer
                                                                : value_kind::unknown;
  s.is_const = std::is_const_v<std::remove_all_extents_t<Element>>;
  if (std::rank_v < Element >> 2) s.element = 0;  // deeper arrays are named by their bytes
  return s;
}

// Of a variable of type T, an array or not.
template <class T>
constexpr array_shape shape_of() {
  array_shape s = shape_of_elements<std::conditional_t<std::is_array_v<T>, std::remove_extent_t<T>, T>>();
  s.is_scalar = !std::is_array_v<T>;
  return s;
}

}  // namespace simcu
