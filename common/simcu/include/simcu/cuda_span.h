// SPDX-License-Identifier: Apache-2.0
// libcu++'s <cuda/std/span>, which also exists in C++17. Accesses are reported at the caller's line, because
// its functions are inlined.
#pragma once
#if __cplusplus >= 202002L
#include <span>
#else
#include <array>
#include <cstddef>
#include <iterator>
#include <type_traits>

#define SIMCU_SPAN [[gnu::always_inline]] constexpr

namespace cuda {
namespace std {

inline constexpr ::std::size_t dynamic_extent = static_cast< ::std::size_t>(-1);

// CUDA's cuda::std::span: a pointer and a number of elements.
template <class T, ::std::size_t Extent = dynamic_extent>
class span {
  template <class From>
  using convertible = ::std::enable_if_t< ::std::is_convertible<From (*)[], T (*)[]>::value, int>;
  template <class Range>
  using element_of = ::std::remove_pointer_t<decltype(::std::data(::std::declval<Range&>()))>;

 public:
  using element_type = T;
  using value_type = ::std::remove_cv_t<T>;
  using size_type = ::std::size_t;
  using difference_type = ::std::ptrdiff_t;
  using pointer = T*;
  using reference = T&;
  using iterator = T*;
  using reverse_iterator = ::std::reverse_iterator<T*>;
  static constexpr size_type extent = Extent;

  template < ::std::size_t E = Extent, ::std::enable_if_t<E == 0 || E == dynamic_extent, int> = 0>
  constexpr span() noexcept {}
  constexpr span(T* first, size_type count) : data_(first), size_(count) {}
  constexpr span(T* first, T* last) : data_(first), size_(static_cast<size_type>(last - first)) {}
  template < ::std::size_t N, ::std::enable_if_t<Extent == N || Extent == dynamic_extent, int> = 0>
  constexpr span(T (&array)[N]) noexcept : data_(array), size_(N) {}
  // A container with data() and size(), such as std::vector, or another span.
  template <class Range, convertible<element_of<Range> > = 0>
  constexpr span(Range&& range) : data_(::std::data(range)), size_(::std::size(range)) {}

  SIMCU_SPAN T* data() const noexcept { return data_; }
  SIMCU_SPAN size_type size() const noexcept { return size_; }
  SIMCU_SPAN size_type size_bytes() const noexcept { return size_ * sizeof(T); }
  SIMCU_SPAN bool empty() const noexcept { return size_ == 0; }
  SIMCU_SPAN T& operator[](size_type i) const { return data_[i]; }
  SIMCU_SPAN T& front() const { return data_[0]; }
  SIMCU_SPAN T& back() const { return data_[size_ - 1]; }
  SIMCU_SPAN T* begin() const noexcept { return data_; }
  SIMCU_SPAN T* end() const noexcept { return data_ + size_; }
  constexpr reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  constexpr reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }

  constexpr span<T> first(size_type count) const { return {data_, count}; }
  constexpr span<T> last(size_type count) const { return {data_ + (size_ - count), count}; }
  constexpr span<T> subspan(size_type from, size_type count = dynamic_extent) const {
    return {data_ + from, count == dynamic_extent ? size_ - from : count};
  }
  template < ::std::size_t Count>
  constexpr span<T, Count> first() const {
    return {data_, Count};
  }
  template < ::std::size_t Count>
  constexpr span<T, Count> last() const {
    return {data_ + (size_ - Count), Count};
  }

 private:
  T* data_ = nullptr;
  size_type size_ = 0;
};

template <class T, class End>
span(T*, End) -> span<T>;
template <class T, ::std::size_t N>
span(T (&)[N]) -> span<T, N>;
template <class T, ::std::size_t N>
span(::std::array<T, N>&) -> span<T, N>;
template <class Range>
span(Range&& range) -> span< ::std::remove_pointer_t<decltype(::std::data(range))> >;

}  // namespace std
}  // namespace cuda
#undef SIMCU_SPAN
#endif
